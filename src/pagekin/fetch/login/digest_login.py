"""A digest login: meets the challenges of its origin's server, request by request."""

from collections import Counter
from dataclasses import replace

from pagekin.fetch.login.digest import Asking, Challenge, authorization, next_nonce, read_challenge
from pagekin.fetch.origin_secrets import origin_of
from pagekin.fetch.web_request import WebRequest, WebResponse
from pagekin.site.login_kinds import Login

_UNAUTHORIZED = 401
_MOST_TRIES = 2  # with a nonce that is too old each time


class DigestLogin:
    """What the server wants to be proved, and how often that was done."""

    def __init__(self, login: Login) -> None:
        self._login = login
        self._challenge: Challenge | None = None
        self._counts: Counter[str] = Counter()  # of requests, by nonce

    def authorization(self, request: WebRequest) -> str | None:
        """Return the Authorization header of a request; None if it needs none, or none can be made yet."""
        challenge = request.challenges[-1] if request.challenges else self._challenge
        if challenge is None or not self._is_for(request):
            return None
        self._counts[challenge.nonce] += 1
        uri = request.url[len(self._login.origin) :]
        asking = Asking.anew(request.method, uri, self._counts[challenge.nonce])
        return authorization(challenge, asking, self._login.user, self._login.password)

    def retried(self, request: WebRequest, response: WebResponse) -> WebRequest | None:
        """Return the request that meets the challenge of an answer; None if the answer stands.

        A challenge is met once for each request, unless only the nonce was too old.
        """
        if not self._is_for(request):
            return None
        if response.status != _UNAUTHORIZED:
            self._see_next_nonce(response)
            return None
        challenge = read_challenge(response.headers.getall("WWW-Authenticate", ()))
        tries = len(request.challenges)
        if challenge is None or tries >= (_MOST_TRIES if challenge.stale else 1):
            return None
        self._keep(challenge)
        # Others may get a newer challenge meanwhile; this one is for this request.
        return replace(request, challenges=(*request.challenges, challenge))

    def _see_next_nonce(self, response: WebResponse) -> None:
        """Take the nonce that the server wants to see next time: it need not ask for it then."""
        nonce = next_nonce(response.headers.get("Authentication-Info", ""))
        if nonce and self._challenge:
            self._keep(replace(self._challenge, nonce=nonce))

    def _keep(self, challenge: Challenge) -> None:
        if self._challenge is None or self._challenge.nonce != challenge.nonce:
            self._challenge = challenge
            self._counts.clear()

    def _is_for(self, request: WebRequest) -> bool:
        return origin_of(request.url) == self._login.origin
