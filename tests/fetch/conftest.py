"""Runs coroutine tests, and finds what they leave behind."""

import asyncio
import gc
import inspect

import pytest


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
