"""A wrapper and records of it, for every format to write."""

from pagekin.output import Destination, open_output
from pagekin.output.layout import Layout
from pagekin.values import Value
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper
from pagekin.wrappers.record import Record

HERE = (Locator("//p", Anchor.NAME),)
INSIDE = (Locator(".//p", Anchor.NAME),)
WRAPPER = Wrapper(
    (
        Bundle(
            "product",
            (
                Field("name", "text", HERE),
                Field("price", "price", HERE, optional=True),
                Field("tags", "text", HERE, many=True),
            ),
            bundles=(Bundle("variant", (Field("option", "text", INSIDE),), each=INSIDE),),
        ),
    )
)


def text(value):
    return Value(value, "text")


def price(value, amount=None, currency="EUR"):
    if amount is None:
        return Value(value, "price", misfit="no number in it")
    return Value(value, "price", {"amount": amount, "currency": currency})


def product(name, cost=None, tags=(), options=()):
    """Give a record of a page with one product."""
    return Record(
        "product",
        0,
        {
            "name": (text(name),),
            "price": (cost,) if cost else (),
            "tags": tuple(text(tag) for tag in tags),
        },
        tuple(Record("variant", i, {"option": (text(o),)}) for i, o in enumerate(options)),
        frozenset({"tags"}),
    )


TEAPOT = product("Teapot", price("12,50 €", 12.5), ["red", "hot"], ["small", "large"])
KETTLE = product("Kettle", price("ask us"))
CUP = product("Cup")


def write(name, *records, append=False, wrapper=WRAPPER, **layout):
    """Write records of the pages http://h/0, http://h/1, …; give what the writer has to say."""
    destination = Destination.parse(str(name), append=append, layout=Layout(**layout))
    with open_output(destination, wrapper) as writer:
        for number, record in enumerate(records):
            writer.write(f"http://h/{number}", record)
    return writer.notes
