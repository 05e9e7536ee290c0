"""What belongs to a site."""

import pytest

from pagekin.errors import UsageError
from pagekin.urls import Scope
from pagekin.urls.public_suffixes import is_public_suffix, registered_domain


def test_a_host_with_its_port_is_a_site():
    scope = Scope.around("http://shop.example:8080/a/b")
    assert scope.contains("http://shop.example:8080/c")
    assert scope.contains("https://shop.example:8080/c")
    assert not scope.contains("http://shop.example/c")
    assert not scope.contains("http://www.shop.example:8080/c")


def test_subdomains_are_those_of_the_registered_domain():
    scope = Scope.around("http://www.shop.co.uk/", subdomains=True)
    assert scope.host == "shop.co.uk"
    assert scope.contains("http://shop.co.uk/")
    assert scope.contains("http://blog.shop.co.uk/x")
    assert not scope.contains("http://other.co.uk/")
    assert not scope.contains("http://badshop.co.uk/")


def test_an_address_has_no_subdomains():
    assert Scope.around("http://127.0.0.1:81/", subdomains=True).host == "127.0.0.1:81"


def test_a_path_can_be_the_limit():
    scope = Scope.around("http://h/docs/index.html", prefix="/docs/")
    assert scope.contains("http://h/docs/a")
    assert not scope.contains("http://h/blog/a")


def test_filters_decide_about_links_only():
    scope = Scope.around("http://h/", accept=r"/p/\d+", reject="print=1")
    assert scope.contains("http://h/about")
    assert scope.follow("http://h/about") is None
    assert scope.follow("http://h/p/1") == "http://h/p/1"
    assert scope.follow("http://h/p/1?print=1") is None


def test_links_can_be_followed_in_one_order_of_the_query():
    scope = Scope.around("http://h/", sort_query=True)
    assert scope.follow("http://h/?b=1&a=2") == "http://h/?a=2&b=1"


@pytest.mark.parametrize("url", ["ftp://h/", "h/a", "", "file:///h/"])
def test_only_http_is_ever_in_scope(url):
    assert not Scope.around("http://h/").contains(url)


def test_a_bad_filter_is_named():
    with pytest.raises(UsageError, match="--accept-regex '\\(' is not a regular expression"):
        Scope.around("http://h/", accept="(")


def test_a_prefix_begins_with_a_slash():
    with pytest.raises(UsageError, match="does not begin with a slash"):
        Scope.around("http://h/", prefix="docs")


@pytest.mark.parametrize("url", ["http://[127.0.0.1]/", "http://[::1", "shop.example", "ftp://h/"])
def test_there_is_no_site_around_what_is_no_url(url):
    with pytest.raises(UsageError, match="there is no site around"):
        Scope.around(url)


def test_a_message_about_a_bad_url_holds_no_password():
    with pytest.raises(UsageError) as caught:
        Scope.around("http://me:hunter2@[127.0.0.1]/")
    assert "hunter2" not in str(caught.value)


def test_further_domains_belong_to_a_site_each_to_its_depth():
    scope = Scope.around("http://h.example/", domains=(("docs.example", 2), ("h.example:81", 0)))
    assert scope.contains("http://docs.example/a")
    assert scope.contains("https://en.docs.example/a")
    assert scope.contains("http://h.example:81/a")
    assert not scope.contains("http://baddocs.example/a")
    assert not scope.too_deep("http://docs.example/a", 2)
    assert scope.too_deep("http://en.docs.example/a", 3)
    assert not scope.too_deep("http://h.example:81/a", 99)
    assert not scope.too_deep("http://h.example/a", 99)


def test_the_most_exact_of_further_domains_counts():
    scope = Scope.around("http://h/", domains=(("docs.example", 1), ("en.docs.example", 3)))
    assert not scope.too_deep("http://en.docs.example/", 3)
    assert scope.too_deep("http://de.docs.example/", 2)


def test_the_path_limits_the_site_itself_and_not_its_further_domains():
    scope = Scope.around("http://h/docs/", prefix="/docs/", domains=(("other.example", 0),))
    assert not scope.contains("http://h/blog/")
    assert scope.contains("http://other.example/blog/")


def test_session_numbers_are_left_out_of_what_is_followed():
    scope = Scope("h", sessions=("sid",), session_level="s-[0-9a-f]+")
    assert scope.follow("http://h/s-0f3/a;sid=1?b=2&sid=3") == "http://h/a?b=2"
    assert scope.follow("http://h/a/b/c/s-0f3/d") == "http://h/a/b/c/s-0f3/d"


@pytest.mark.parametrize(
    ("host", "domain", "is_suffix"),
    [
        ("www.shop.co.uk", "shop.co.uk", False),
        ("co.uk", "co.uk", True),
        ("shop.github.io", "github.io", False),
        ("github.io", "github.io", True),
        ("localhost", "localhost", False),
    ],
)
def test_what_is_registered_and_what_is_everybodys(host, domain, is_suffix):
    assert registered_domain(host) == domain
    assert is_public_suffix(host) is is_suffix
