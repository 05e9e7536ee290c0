"""The columns that migrations are put together from."""

from django.db import models
from django.db.models.deletion import CASCADE, DO_NOTHING

TableColumns = list[tuple[str, models.Field]]


def number() -> tuple[str, models.Field]:
    """Return the key of a table whose rows are numbered."""
    key = models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )
    return "id", key


def sorted_by(*names: str) -> tuple[str, models.Field]:
    """Return the key of a table that is sorted by several columns."""
    key = models.CompositePrimaryKey(
        *names, blank=True, editable=False, primary_key=True, serialize=False
    )
    return "pk", key


def owned(name: str, to: str, related_name: str, *, null: bool = False) -> tuple[str, models.Field]:
    """Return a reference to an owner, with which the rows go."""
    field = models.ForeignKey(
        null=null, on_delete=CASCADE, related_name=related_name, to=f"pagekin.{to}"
    )
    return name, field


def reference(
    name: str, to: str, related_name: str = "+", *, null: bool = False, index: bool = False
) -> tuple[str, models.Field]:
    """Return a reference that nobody checks, and nothing indexes unless that is asked for."""
    field = models.ForeignKey(
        db_constraint=False,
        db_index=index,
        null=null,
        on_delete=DO_NOTHING,
        related_name=related_name,
        to=f"pagekin.{to}",
    )
    return name, field


def texts(*names: str, null: bool = False) -> TableColumns:
    """Return columns of text."""
    return [(name, models.TextField(null=null)) for name in names]


def integers(*names: str, null: bool = False) -> TableColumns:
    """Return columns of integers."""
    return [(name, models.IntegerField(null=null)) for name in names]


def booleans(*names: str) -> TableColumns:
    """Return columns that say yes or no."""
    return [(name, models.BooleanField()) for name in names]


def floats(*names: str, null: bool = False) -> TableColumns:
    """Return columns of numbers."""
    return [(name, models.FloatField(null=null)) for name in names]


def unique(
    name: str, *fields: str, condition: models.Q | None = None
) -> tuple[models.UniqueConstraint, ...]:
    """Return what lets no two rows have the same."""
    return (models.UniqueConstraint(fields=fields, name=name, condition=condition),)
