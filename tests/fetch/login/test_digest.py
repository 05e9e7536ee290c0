"""Digest access authentication, with the examples of RFC 7616 and RFC 2069."""

import hashlib

import pytest

from pagekin.fetch.login.digest import Asking, Challenge, authorization, read_challenge

# RFC 7616, 3.9.1
NONCE = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
OPAQUE = "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
CNONCE = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
REALM = "http-auth@example.org"
DIGEST = f'Digest realm="{REALM}", qop="auth, auth-int", algorithm=%s, nonce="{NONCE}", opaque="{OPAQUE}"'
ASKING = Asking("GET", "/dir/index.html", 1, CNONCE)


@pytest.mark.parametrize(
    ("algorithm", "response"),
    [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ],
)
def test_the_examples_of_the_standard(algorithm, response):
    challenge = read_challenge([DIGEST % algorithm])
    header = authorization(challenge, ASKING, "Mufasa", "Circle of Life")
    assert header.startswith('Digest username="Mufasa", realm="http-auth@example.org"')
    assert f'response="{response}"' in header
    assert f"algorithm={algorithm}" in header
    assert "qop=auth, nc=00000001" in header
    assert f'opaque="{OPAQUE}"' in header
    assert "Circle" not in header


def test_servers_of_long_ago_without_qop():
    """RFC 2069, 2.4, with the response of its erratum 749."""
    challenge = read_challenge(
        ['Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"']
    )
    asking = Asking("GET", "/dir/index.html")
    header = authorization(challenge, asking, "Mufasa", "CircleOfLife")
    assert 'response="1949323746fe6a43ef61f9606e7febea"' in header
    assert "nc=" not in header
    assert "algorithm" not in header


def test_a_session_without_qop_tells_its_own_nonce_nevertheless():
    """The server cannot check the response without it (RFC 2617, 3.2.2.2)."""
    challenge = Challenge("r", "n", algorithm="MD5-sess")
    header = authorization(challenge, Asking("GET", "/", 1, "mine"), "u", "p")
    one = md5(f"{md5('u:r:p')}:n:mine")
    right = md5(f"{one}:n:{md5('GET:/')}")
    assert f'response="{right}"' in header
    assert 'cnonce="mine"' in header
    assert "nc=" not in header
    plain = authorization(Challenge("r", "n"), Asking("GET", "/", 1, "mine"), "u", "p")
    assert "cnonce" not in plain


def md5(text):
    return hashlib.md5(text.encode()).hexdigest()


def test_the_strongest_that_can_be_met_is_taken_of_several():
    several = f'{DIGEST % "MD5"}, {DIGEST % "SHA-512-256"}, Basic realm="x", {DIGEST % "SHA-256"}'
    assert read_challenge([several]).algorithm == "SHA-256"
    assert read_challenge([DIGEST % "MD5", "Negotiate"]).algorithm == "MD5"
    assert read_challenge(["Negotiate, " + DIGEST % "MD5-sess"]).algorithm == "MD5-sess"


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Basic realm=x",
        "Digest",
        'Digest realm="x"',
        "Digest realm=x, nonce=",
        "Digest =,=,",
        DIGEST % "SHA-512-256",
        'Digest realm="x", nonce="y", qop="auth-int"',
        '"',
        "Digest \\",
    ],
)
def test_what_cannot_be_met_is_none(header):
    assert read_challenge([header]) is None


def test_what_is_quoted_is_read_and_written_as_such():
    challenge = read_challenge([r'Digest realm="a \"b\", c=d", nonce=n, stale=TRUE'])
    assert challenge == Challenge('a "b", c=d', "n", stale=True)
    assert r'realm="a \"b\", c=d"' in authorization(challenge, ASKING, "u", "p")


def test_a_user_may_be_asked_for_as_a_hash():
    """RFC 7616, 3.9.2 has the hash for SHA-512-256; this is the same rule for SHA-256."""
    challenge = read_challenge([DIGEST % "SHA-256" + ", userhash=true"])
    header = authorization(challenge, ASKING, "Jäsøn Doe", "Secret, or not?")
    assert "userhash=true" in header
    assert "Doe" not in header


def test_session_variants_hash_the_nonces_into_the_secret():
    """RFC 7616, 3.4.2, spelled out."""

    def h(text):
        return hashlib.sha256(text.encode()).hexdigest()

    challenge = read_challenge([DIGEST % "SHA-256-sess"])
    header = authorization(challenge, ASKING, "Mufasa", "Circle of Life")
    one = h(f"{h(f'Mufasa:{REALM}:Circle of Life')}:{NONCE}:{CNONCE}")
    two = h("GET:/dir/index.html")
    assert f'response="{h(f"{one}:{NONCE}:00000001:{CNONCE}:auth:{two}")}"' in header
