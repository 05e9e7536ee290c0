"""Figures of a crawl: how much it found of each class of pages, and how each field was filled.

They are those of Table 2 of the eShopmonitor paper, and what the next crawls are expected to find, too.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pagekin.store.database import Connection
from pagekin.store.states import Outcome
from pagekin.store.writing.record_rows import MISFIT

_PRICE = "price"


@dataclass(frozen=True, slots=True)
class FieldFigure:
    """How a field was filled in a crawl."""

    field: int  # its number in the store
    name: str
    type: str
    instances: int  # of its bundle
    filled: int  # of those, with a value
    typed: int  # of those, with one of the field's type
    minimum: float | None
    maximum: float | None
    mean: float | None

    @property
    def coverage(self) -> float:
        """The share of instances that have a value of the field's type."""
        return self.typed / self.instances if self.instances else 0.0


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """What a crawl found of a class of pages."""

    crawl: int
    crawler: int
    pages: int  # that came
    targets: int
    failed: int
    bundles: int  # instances
    fields: tuple[FieldFigure, ...]

    @property
    def filled(self) -> int:
        """The number of fields with a value of their type, over all instances."""
        return sum(field.typed for field in self.fields)

    @property
    def empty(self) -> int:
        """The number of fields without one: the paper's NULL."""
        return sum(field.instances - field.typed for field in self.fields)

    @property
    def prices(self) -> int:
        """The number of texts found for prices."""
        return sum(field.filled for field in self.fields if field.type == _PRICE)

    @property
    def prices_read(self) -> int:
        """The number of those that are prices."""
        return sum(field.typed for field in self.fields if field.type == _PRICE)


@dataclass(frozen=True, slots=True)
class MiningStatistics:
    """A row of the paper's Table 2: what was mined of a crawl's pages, all their classes together."""

    crawl: int
    site: str
    pages: int  # that were mined: the targets
    templates: int
    bundles: int
    filled: int
    empty: int
    prices: int
    prices_read: int

    @property
    def empty_share(self) -> float | None:
        """The share of fields that are empty (NULL), None without any field."""
        number = self.filled + self.empty
        return self.empty / number if number else None

    @property
    def price_share(self) -> float | None:
        """The share of prices that could be read, None without any."""
        return self.prices_read / self.prices if self.prices else None


def mining_statistics(connection: Connection, site: str = "") -> list[MiningStatistics]:
    """Return the figures of the crawls of all sites, or of one, as far as they were written."""
    rows = connection.rows(
        "SELECT figures.crawl_id, site.name, sum(figures.targets), count(*), sum(figures.bundles), "
        "sum(figures.filled), sum(figures.empty), sum(figures.prices), sum(figures.prices_read) "
        "FROM pagekin_crawl_figures figures "
        "JOIN pagekin_crawl crawl ON crawl.id = figures.crawl_id "
        "JOIN pagekin_site site ON site.id = crawl.site_id WHERE %s IN ('', site.name) "
        "GROUP BY figures.crawl_id, site.name ORDER BY figures.crawl_id",
        site,
    )
    return [MiningStatistics(crawl, name, *map(int, rest)) for crawl, name, *rest in rows]


def measure_crawl(connection: Connection, crawl: int) -> list[ClassFigures]:
    """Count what a crawl found, for each crawler that took part."""
    classes = connection.rows(
        "SELECT crawler_id, wrapper_version_id FROM pagekin_crawl_class WHERE crawl_id = %s ORDER BY id",
        crawl,
    )
    [(pages, failed)] = connection.rows(
        "SELECT coalesce(sum(CASE WHEN version_id IS NOT NULL THEN 1 ELSE 0 END), 0), "
        "coalesce(sum(CASE WHEN outcome = %s THEN 1 ELSE 0 END), 0) "
        "FROM pagekin_crawl_page WHERE crawl_id = %s",
        Outcome.FAILED.value,
        crawl,
    )
    targets: dict[int, int] = dict(
        connection.rows(
            "SELECT coalesce(kind.crawler_id, 0), count(*) FROM pagekin_crawl_page seen "
            "LEFT JOIN pagekin_kind kind ON kind.id = seen.kind_id WHERE seen.crawl_id = %s "
            "AND seen.outcome = %s AND seen.version_id IS NOT NULL GROUP BY 1",
            crawl,
            Outcome.TARGET.value,
        )
    )
    instances: dict[int, int] = dict(
        connection.rows(
            "SELECT record.bundle_id, count(*) FROM pagekin_crawl_page seen "
            "JOIN pagekin_record record ON record.set_id = seen.records_id "
            "WHERE seen.crawl_id = %s AND seen.outcome = %s GROUP BY 1",
            crawl,
            Outcome.TARGET.value,
        )
    )
    made = []
    for crawler, wrapper in classes:
        own = targets.get(crawler, 0) if len(classes) > 1 else sum(targets.values())
        fields = list(_fields(connection, crawl, wrapper, instances)) if wrapper else []
        bundles = {bundle for bundle, _ in fields}
        number = sum(instances.get(bundle, 0) for bundle in bundles)
        measured = tuple(field for _, field in fields)
        made.append(ClassFigures(crawl, crawler, pages, own, failed, number, measured))
    return made


def _fields(
    connection: Connection, crawl: int, wrapper: int, instances: dict[int, int]
) -> Iterator[tuple[int, FieldFigure]]:
    rows = connection.rows(
        "SELECT field.id, field.bundle_id, found.name, found.type FROM pagekin_wrapper_field found "
        "JOIN pagekin_field field ON field.id = found.field_id "
        "WHERE found.wrapper_version_id = %s ORDER BY found.position",
        wrapper,
    )
    for number, bundle, name, kind in rows:
        # The order of the joins is the one in which values are sorted: by field, then by set.
        [(filled, minimum, maximum, mean)] = connection.rows(
            "SELECT count(*), min(value.num), max(value.num), avg(value.num) "
            "FROM pagekin_crawl_page seen JOIN pagekin_value value "
            "ON value.field_id = %s AND value.set_id = seen.records_id AND value.position = 0 "
            "WHERE seen.crawl_id = %s AND seen.outcome = %s",
            number,
            crawl,
            Outcome.TARGET.value,
        )
        [(misfits,)] = connection.rows(
            "SELECT count(*) FROM pagekin_crawl_page seen JOIN pagekin_attribute misfit "
            "ON misfit.field_id = %s AND misfit.set_id = seen.records_id "
            "AND misfit.position = 0 AND misfit.name = %s "
            "WHERE seen.crawl_id = %s AND seen.outcome = %s",
            number,
            MISFIT,
            crawl,
            Outcome.TARGET.value,
        )
        of_bundle = max(instances.get(bundle, 0), filled)
        yield (
            bundle,
            FieldFigure(
                number, name, kind, of_bundle, filled, filled - misfits, minimum, maximum, mean
            ),
        )


def write_figures(connection: Connection, figures: list[ClassFigures]) -> None:
    """Keep the figures of a crawl in place of those that it has."""
    for crawl in {one.crawl for one in figures}:
        connection.execute("DELETE FROM pagekin_crawl_figures WHERE crawl_id = %s", crawl)
        connection.execute("DELETE FROM pagekin_field_figures WHERE crawl_id = %s", crawl)
    connection.many(
        "INSERT INTO pagekin_crawl_figures (crawl_id, crawler_id, pages, targets, failed, bundles, "
        "filled, empty, prices, prices_read) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
        [
            (one.crawl, one.crawler, one.pages, one.targets, one.failed, one.bundles, *_sums(one))
            for one in figures
        ],
    )
    connection.many(
        "INSERT INTO pagekin_field_figures (crawl_id, field_id, instances, filled, typed, minimum, "
        "maximum, mean) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
        [
            (one.crawl, field.field, field.instances, field.filled, field.typed, *_range(field))
            for one in figures
            for field in one.fields
        ],
    )


def _sums(figures: ClassFigures) -> tuple[int, int, int, int]:
    return figures.filled, figures.empty, figures.prices, figures.prices_read


def _range(figure: FieldFigure) -> tuple[float | None, float | None, float | None]:
    return figure.minimum, figure.maximum, figure.mean
