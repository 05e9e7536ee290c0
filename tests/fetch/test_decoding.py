"""Compressed bodies, in whatever pieces they come."""

import gzip
import sys
import zlib

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.fetch.decoding import BodyDamagedError, BodyTooLongError, DecodedBody

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def raw_deflate(data: bytes) -> bytes:
    compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return compressor.compress(data) + compressor.flush()


# "raw" is what some servers send under the name of deflate.
COMPRESS = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "raw": raw_deflate,
    "br": brotli.compress,
    "zstd": zstd.compress,
}


def decoded(encoding: str, data: bytes, size: int = 1 << 20, longest: int = 1 << 20) -> bytes:
    body = DecodedBody(encoding, longest)
    for at in range(0, len(data), size):
        body.add(data[at : at + size])
    body.end()
    return body.content()


@given(
    data=st.binary(max_size=300).map(lambda some: some * 50),
    encodings=st.lists(st.sampled_from(list(COMPRESS)), max_size=3),
    size=st.integers(1, 400),
)
def test_what_was_compressed_comes_out_as_it_was(data, encodings, size):
    body = data
    for encoding in encodings:
        body = COMPRESS[encoding](body)
    assert decoded(", ".join(encodings).replace("raw", "deflate"), body, size) == data


@pytest.mark.parametrize("encoding", COMPRESS)
@pytest.mark.parametrize("length", [(1 << 16) - 1, 1 << 16, (1 << 16) + 1, 1 << 17])
@pytest.mark.parametrize("size", [1, 1 << 20])
def test_a_body_that_fills_a_piece_exactly_ends_as_it_should(encoding, length, size):
    data = b"abc" * 60_000
    body = COMPRESS[encoding](data[:length])
    assert decoded(encoding.replace("raw", "deflate"), body, size) == data[:length]


@pytest.mark.parametrize("encoding", COMPRESS)
@pytest.mark.parametrize("size", [1, 1 << 20])
def test_a_body_of_which_anything_is_missing_is_damaged(encoding, size):
    whole = COMPRESS[encoding](b"".join(b"<p>%d</p>" % (n * n) for n in range(300)))
    name = encoding.replace("raw", "deflate")
    for left in (1, 2, 10, len(whole) // 2, len(whole) - 4, len(whole) - 1):
        with pytest.raises(BodyDamagedError):
            decoded(name, whole[:left], size)
    decoded(name, whole, size)


@pytest.mark.parametrize("encoding", ["gzip", "zstd"])
def test_a_second_member_that_is_cut_off_is_damaged(encoding):
    member = COMPRESS[encoding](b"<p>Hello</p>" * 30)
    with pytest.raises(BodyDamagedError):
        decoded(encoding, member + member[:-1])


@pytest.mark.parametrize("name", ["gzip", "deflate", "br", "zstd"])
def test_nothing_at_all_is_an_empty_body_whatever_its_encoding(name):
    assert decoded(name, b"") == b""


@pytest.mark.parametrize(
    ("encoding", "name"), [("gzip", "gzip"), ("gzip", "X-GZip"), ("zstd", "zstd")]
)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_several_members_in_a_row_are_one_body_and_what_follows_them_is_ignored(
    encoding, name, size
):
    compress = COMPRESS[encoding]
    body = compress(b"one ") + compress(b"") + compress(b"two") + b"\0\0\0\0padding"
    assert decoded(name, body, size) == b"one two"


@pytest.mark.parametrize("encoding", ["identity", "none", "utf-8", ""])
def test_an_encoding_that_nobody_knows_is_none(encoding):
    assert decoded(encoding, b"<p>") == b"<p>"


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_what_is_not_compressed_at_all_is_damaged(encoding):
    with pytest.raises(BodyDamagedError):
        decoded(encoding, b"\xff\xff<!doctype html><title>Not compressed</title>")


@pytest.mark.parametrize("encoding", list(COMPRESS))
def test_a_body_that_is_not_complete_yet_gives_what_it_has(encoding):
    data = bytes(range(256)) * 1000
    body = COMPRESS[encoding](data)
    so_far = DecodedBody(encoding.replace("raw", "deflate"), 1 << 20)
    so_far.add(body[: len(body) // 2])
    assert data.startswith(so_far.content())


@pytest.mark.parametrize("encoding", list(COMPRESS))
def test_one_byte_too_many_is_too_long(encoding):
    body, name = COMPRESS[encoding](b"x" * 1000), encoding.replace("raw", "deflate")
    assert len(decoded(name, body, longest=1000)) == 1000
    with pytest.raises(BodyTooLongError):
        decoded(name, body, longest=999)


def test_an_intermediate_result_may_not_be_too_long_either():
    much_that_comes_to_nothing = gzip.compress(b"") * 1000
    assert decoded("gzip, gzip", gzip.compress(much_that_comes_to_nothing)) == b""
    with pytest.raises(BodyTooLongError):
        decoded("gzip, gzip", gzip.compress(much_that_comes_to_nothing), longest=10_000)


@pytest.mark.parametrize("encoding", ["gzip", "zstd"])
def test_a_body_of_nothing_but_beginnings_is_damaged(encoding):
    with pytest.raises(BodyDamagedError, match="too many parts"):
        decoded(encoding, COMPRESS[encoding](b"") * 20_000)


def test_a_page_that_is_compressed_over_and_over_is_refused_unread():
    with pytest.raises(BodyDamagedError, match="compressed 4 times over"):
        DecodedBody("gzip, br, gzip, zstd", 1000)


def test_zstd_that_wants_too_much_memory_is_damaged():
    options = {
        zstd.CompressionParameter.window_log: 27,
        zstd.CompressionParameter.content_size_flag: 0,
    }
    compressor = zstd.ZstdCompressor(options=options)
    body = compressor.compress(b"x" * 1000, compressor.FLUSH_BLOCK) + compressor.flush()
    with pytest.raises(BodyDamagedError):
        decoded("zstd", body)


@pytest.mark.parametrize("level", range(10))
def test_a_body_is_inflated_however_hard_it_was_deflated(level):
    """The header tells the level, and so looks different."""
    assert decoded("deflate", zlib.compress(b"<p>Cup</p>" * 50, level)) == b"<p>Cup</p>" * 50
