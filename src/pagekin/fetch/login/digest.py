"""Digest access authentication (RFC 7616): proves knowledge of a password without sending it."""

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

_NAME = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_PARAMETER = re.compile(
    rf'[\s,]*({_NAME})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))\s*(?=,|$)', re.DOTALL
)
_SCHEME = re.compile(rf"[\s,]*({_NAME})(?=[\s,]|$)")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_Hash = Callable[[str], str]


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# The strongest first.
_ALGORITHMS: dict[str, _Hash] = {
    "sha-256": _sha256,
    "sha-256-sess": _sha256,
    "md5": _md5,
    "md5-sess": _md5,
}
_RANKS = {name: rank for rank, name in enumerate(_ALGORITHMS)}


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge by a server, which wants to see that the password is known."""

    realm: str
    nonce: str
    algorithm: str = ""  # as the server spells it
    qop: str = ""  # "auth", or empty with servers of long ago
    opaque: str | None = None
    stale: bool = False  # only the nonce is too old, the password was right
    userhash: bool = False

    @property
    def key(self) -> str:
        """The name of the algorithm in lower case."""
        return self.algorithm.lower() or "md5"


def read_challenge(headers: Iterable[str]) -> Challenge | None:
    """Return the strongest digest challenge in WWW-Authenticate headers that can be met; None if none can."""
    found = (
        _challenge(parameters)
        for header in headers
        for scheme, parameters in _challenges(header)
        if scheme.lower() == "digest"
    )
    return min(filter(None, found), key=lambda one: _RANKS[one.key], default=None)


def _challenges(header: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the challenges in a header: their schemes and parameters."""
    place, scheme = 0, ""
    parameters: dict[str, str] = {}
    while True:
        parameter = _PARAMETER.match(header, place)
        if parameter and scheme:
            parameters[parameter[1].lower()] = _value(parameter)
            place = parameter.end()
            continue
        if scheme:
            yield scheme, parameters
        following = _SCHEME.match(header, place)
        if not following:
            return
        scheme, parameters, place = following[1], {}, following.end()


def next_nonce(header: str) -> str:
    """Return the nonce that an Authentication-Info header names for the next request; "" if it names none."""
    place = 0
    while parameter := _PARAMETER.match(header, place):
        if parameter[1].lower() == "nextnonce":
            return _value(parameter)
        place = parameter.end()
    return ""


def _value(parameter: re.Match[str]) -> str:
    quoted, plain = parameter[2], parameter[3]
    return str(plain) if quoted is None else _ESCAPE.sub(r"\1", quoted)


def _challenge(parameters: dict[str, str]) -> Challenge | None:
    if not {"realm", "nonce"} <= parameters.keys():
        return None
    offered = [qop.strip().lower() for qop in parameters.get("qop", "").split(",")]
    if "qop" in parameters and "auth" not in offered:
        return None
    challenge = Challenge(
        parameters["realm"],
        parameters["nonce"],
        parameters.get("algorithm", ""),
        "auth" if "auth" in offered else "",
        parameters.get("opaque"),
        stale=parameters.get("stale", "").lower() == "true",
        userhash=parameters.get("userhash", "").lower() == "true",
    )
    return challenge if challenge.key in _ALGORITHMS else None


@dataclass(frozen=True, slots=True)
class Asking:
    """A request that asks to be let in, with its place among those under one nonce."""

    method: str
    uri: str
    count: int = 1
    cnonce: str = ""

    @classmethod
    def anew(cls, method: str, uri: str, count: int) -> "Asking":
        """Return one with a client nonce that was never used before."""
        return cls(method, uri, count, secrets.token_hex(16))


def authorization(challenge: Challenge, asking: Asking, user: str, password: str) -> str:
    """Return the Authorization header that meets a challenge."""
    digest = _ALGORITHMS[challenge.key]
    count = f"{asking.count:08x}"
    one = digest(f"{user}:{challenge.realm}:{password}")
    if challenge.key.endswith("-sess"):
        one = digest(f"{one}:{challenge.nonce}:{asking.cnonce}")
    two = digest(f"{asking.method}:{asking.uri}")
    middle = f"{count}:{asking.cnonce}:{challenge.qop}:" if challenge.qop else ""
    response = digest(f"{one}:{challenge.nonce}:{middle}{two}")
    name = digest(f"{user}:{challenge.realm}") if challenge.userhash else user
    parts = [
        f'username="{_quoted(name)}"',
        f'realm="{_quoted(challenge.realm)}"',
        f'nonce="{_quoted(challenge.nonce)}"',
        f'uri="{asking.uri}"',
        f'response="{response}"',
    ]
    if challenge.algorithm:
        parts.append(f"algorithm={challenge.algorithm}")
    if challenge.qop or challenge.key.endswith("-sess"):
        parts.append(f'cnonce="{asking.cnonce}"')
    if challenge.qop:
        parts.append(f"qop={challenge.qop}, nc={count}")
    if challenge.opaque is not None:
        parts.append(f'opaque="{_quoted(challenge.opaque)}"')
    if challenge.userhash:
        parts.append("userhash=true")
    return "Digest " + ", ".join(parts)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
