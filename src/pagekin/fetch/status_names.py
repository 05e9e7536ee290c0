"""What the statuses of answers are called."""

from http import HTTPStatus


def named_status(status: int) -> str:
    """Return a status with its name, if it has one."""
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)
