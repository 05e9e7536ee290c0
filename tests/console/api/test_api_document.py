"""Schemathesis against the OpenAPI document, in process: whatever is asked, nothing fails."""

import os

import schemathesis
from api_programs import Program
from console_clients import ADMINISTRATOR
from django.core.wsgi import get_wsgi_application
from django.test import Client
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from pagekin.console.api.operations import OPERATIONS

# So many requests for each operation; a longer run by hand: API_EXAMPLES=300 pytest tests/console/api
EXAMPLES = int(os.environ.get("API_EXAMPLES", "6"))
FEW = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
CHECKS = (not_a_server_error, response_schema_conformance, status_code_conformance)


def document():
    return Client(SERVER_NAME="127.0.0.1").get("/api/openapi.json").json()


def test_the_document_has_every_operation_and_loads_nothing_from_elsewhere(console):
    told = document()
    found = {(method.upper(), path) for path, some in told["paths"].items() for method in some}
    assert found == {(one.method, f"/api{one.path}") for one in OPERATIONS}
    assert all("description" in one for some in told["paths"].values() for one in some.values())
    assert Client(SERVER_NAME="127.0.0.1").get("/api/docs").status_code == 404


def test_no_request_makes_the_server_fail(console):
    headers = Program.of(ADMINISTRATOR).headers
    schema = schemathesis.openapi.from_wsgi(
        "/api/openapi.json", get_wsgi_application(), base_url="http://127.0.0.1"
    )
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) == len(OPERATIONS)

    def tries(case):
        case.call_and_validate(headers=headers, checks=CHECKS)

    for operation in operations:
        FEW(given(case=operation.as_strategy())(tries))()
