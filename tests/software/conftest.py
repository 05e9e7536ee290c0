"""Real third-party software on loopback, started once for all the tests that need it."""

import oscar
import pytest


@pytest.fixture(scope="session")
def oscar_shop(tmp_path_factory):
    """A django-oscar shop: `url`, `products` (their URLs), `end_sessions()`."""
    lacking = oscar.missing()
    if lacking:
        pytest.skip(lacking)
    with oscar.serving_shop(tmp_path_factory.mktemp("oscar")) as shop:
        yield shop
