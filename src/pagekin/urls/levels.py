"""The levels of a URL and the paper's similarity of two URLs (section 4.3.1)."""


def levels(url: str) -> tuple[str, ...]:
    """Split a URL at its slashes; the first level is the host, with the scheme if there is one.

    As in the paper, the query is not a level of its own: `detalhes-artistas.asp?cd=7` is one level.
    """
    scheme, separator, rest = url.partition("://")
    if not separator:
        return tuple(url.split("/"))
    host, *others = rest.split("/")
    return (f"{scheme}://{host}", *others)


def urlsim(u: str, v: str, k: int = 2) -> bool:
    """URLSim: whether two URLs have as many levels, the same first one, and differ in at most K others."""
    levels_u, levels_v = levels(u), levels(v)
    if len(levels_u) != len(levels_v) or levels_u[0] != levels_v[0]:
        return False
    return sum(a != b for a, b in zip(levels_u, levels_v, strict=True)) <= k
