"""Learning and crawling over the network with nothing kept, as the Python API does it."""

from pagekin.app.crawl import CrawlRequest
from pagekin.app.crawl import crawl as run_crawler
from pagekin.app.learn import LearnRequest, task_from
from pagekin.app.learn import learn as run_learning
from pagekin.app.step_runner import QuietRunner
from pagekin.app.storing.target_rows import pages_of_crawl
from pagekin.app.storing.workspace import temporary_workspace
from pagekin.navigation.crawler_file import dumps, loads


def learn(sample, settings, entry=None):
    """Learn a crawler, and give it as it comes back from its file."""
    request = LearnRequest(task_from([sample], entry, settings), settings)
    with temporary_workspace() as workspace:
        learned = run_learning(workspace, request, QuietRunner(), lambda _: None)
    return loads(dumps(learned.crawler))


def crawl(crawler, settings):
    """Give the pages that a crawler finds."""
    with temporary_workspace() as workspace:
        found = run_crawler(workspace, CrawlRequest((crawler,), settings), QuietRunner())
        return list(pages_of_crawl(workspace, found.number))
