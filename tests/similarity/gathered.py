"""Small sets of pages made by hand, as evidence, and who is kin among them."""

from pagekin.dom import parse_page
from pagekin.dom.features import Vocabulary, page_features
from pagekin.similarity.class_readings import readings, settled
from pagekin.similarity.membership import SeenPages, decide
from pagekin.similarity.page_evidence import Evidence, Inbound

CHROME = "<header><ul class=menu><li>Home</ul></header><main>{}</main><footer><p>x</footer>"
PRODUCT = (
    "<article class=product><p class=price>{0}.5</p><table class=facts><tr><td>x</table></article>"
)
STORY = "<div class=story><p class=byline>by {0}</p><blockquote>x</blockquote></div>"
LIST = "<section class=list><ol><li>{0}</ol></section>"
REVIEWS = "<aside class=reviews><h3>Reviews</h3><blockquote class=review>{0}</blockquote></aside>"


def some(url, content, numbers):
    """Make pages at http://h/URL with {} in both replaced by each number."""
    return [(f"http://h/{url.format(n)}", content.format(n)) for n in numbers]


def evidence(*pages, samples=1):
    """Gather the evidence of these pages; the first ones are the samples."""
    gathered = Evidence(Vocabulary())
    for number, (url, content) in enumerate(pages):
        root = parse_page(url, CHROME.format(content).encode()).root
        features = page_features(root, gathered.vocabulary)
        gathered.add(url, features, is_sample=number < samples)
        if number == samples - 1:
            gathered.vocabulary.close_texts()
    return gathered


def decided(gathered, *negatives, by_path=None):
    """Decide who is kin; given several samples or pages that are not kin, among the readings that these leave."""
    without = sum(1 << gathered.urls.index(f"http://h/{url}") for url in negatives)
    seen = SeenPages.of(gathered, Inbound(by_path or {}, {}))
    decision = decide(seen)
    if len(gathered.samples) > 1 or negatives:
        decision = settled(decision, readings(seen, decision, seen.everything, without))
    return decision


def paths(gathered, bits):
    return {url.removeprefix("http://h/") for n, url in enumerate(gathered.urls) if bits >> n & 1}


def kin(gathered, *negatives):
    return paths(gathered, decided(gathered, *negatives).bits)


def the(url, numbers):
    return {url.format(n) for n in numbers}
