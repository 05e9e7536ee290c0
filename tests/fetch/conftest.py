"""Runs coroutine tests, finds what they leave behind, and makes certificates."""

import asyncio
import datetime as dt
import gc
import inspect
import ipaddress
import ssl

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from pagekin.fetch import pace


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(autouse=True, scope="module")
def _nothing_left_behind():
    """Sockets and tasks left open complain when they are collected, and warnings are errors."""
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch):
    """Let tests with failing servers not wait as politely as users do."""
    monkeypatch.setattr(pace, "FIRST_PAUSE", 0.02)


@pytest.fixture(scope="session")
def self_signed(tmp_path_factory):
    """Make a certificate for 127.0.0.1 that nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(dt.UTC)
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    pem = serialization.Encoding.PEM
    form, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path.write_bytes(certificate.public_bytes(pem) + key.private_bytes(pem, form, plain))
    return path


@pytest.fixture
def tls(self_signed):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(self_signed)
    return context
