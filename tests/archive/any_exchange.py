"""Any exchange that Hypothesis can think of."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from pagekin.archive import Exchange

moments = st.integers(0, 4_000_000_000_000_000).map(
    lambda microseconds: datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)
)
header_lists = st.lists(
    st.tuples(
        st.sampled_from([b"Content-Type", b"Transfer-Encoding", b"X-Pagekin-Transfer-Encoding"])
        | st.binary(max_size=20),
        st.binary(max_size=60),
    ),
    max_size=6,
).map(tuple)
exchanges = st.builds(
    Exchange,
    url=st.text(max_size=80) | st.text(max_size=40).map("http://user:word@shop.test/".__add__),
    requested_at=moments,
    status_line=st.sampled_from([b"HTTP/1.1 200 OK", b"HTTP/1.0 404 Nowhere"])
    | st.binary(max_size=30),
    headers=header_lists,
    body=st.binary(max_size=3000),
    method=st.sampled_from(["GET", "POST", "", "HEAD"]) | st.text(max_size=8),
    request_headers=header_lists,
    request_body=st.binary(max_size=300),
    truncated=st.sampled_from(["", "length", "time", "something else"]),
    metadata=st.lists(st.tuples(st.text(max_size=12), st.text(max_size=30)), max_size=4).map(tuple),
)
