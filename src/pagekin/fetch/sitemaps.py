"""Sitemaps that are files compressed with gzip, whatever the server says about them."""

from dataclasses import replace

from pagekin.dom.content_types import may_be_zipped_sitemap
from pagekin.fetch.decoding import BodyDamagedError, BodyTooLongError, DecodedBody
from pagekin.fetch.raw_response import RawResponse
from pagekin.fetch.request_errors import Refused, too_large
from pagekin.site import FailureKind

_GZIP_START = b"\x1f\x8b"


def unzipped(answer: RawResponse, longest: int) -> RawResponse:
    """Return a compressed sitemap as if it had come uncompressed, and any other answer as it is."""
    content_type = answer.headers.get("content-type", "")
    if not may_be_zipped_sitemap(content_type, answer.url):
        return answer
    is_text = answer.url.partition("?")[0].lower().endswith(".txt.gz")
    headers = {**answer.headers, "content-type": "text/plain" if is_text else "application/xml"}
    if not answer.body.startswith(_GZIP_START):  # the server has said it twice
        return replace(answer, headers=headers)
    try:
        body = DecodedBody("gzip", longest)
        body.add(answer.body)
        body.end()
    except BodyTooLongError:
        raise too_large(longest) from None
    except BodyDamagedError as error:
        raise Refused(FailureKind.NOT_HTML, str(error)) from error
    return replace(answer, headers=headers, body=body.content())
