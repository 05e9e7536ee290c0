"""Records as one XML document that reports all entities, as in the paper on reports from web sites.

<report>
  <entity bundle="product" page="http://shop.example/p/17" index="0">
    <price amount="12.5" currency="EUR">12,50 €</price>
    <entity bundle="variant" index="0">…</entity>
  </entity>
</report>
"""

import re
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import BinaryIO

from lxml import etree

from pagekin.output.atomic_files import copy_without_closing
from pagekin.output.cells import as_text, for_xml
from pagekin.output.destination import Destination
from pagekin.output.output_format import OutputFormat, stream_of
from pagekin.values import Value
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record

_OPENING = b"<?xml version='1.0' encoding='UTF-8'?>\n<report>\n"
_FRAME = _START, _CLOSING = (b"<?xml", b"</report>")
_ENTITY = "entity"
_NOT_IN_NAMES = re.compile(r"[^\w.-]")
_FIRST_OF_NAME = re.compile(r"[^\W\d]|_")


class XmlFormat(OutputFormat):
    """One document with an element for each entity."""

    name = "xml"
    frame = _FRAME

    def writer(self, destination: Destination, wrapper: Wrapper, stack: ExitStack) -> "XmlWriter":
        """Open a destination."""
        del wrapper
        old = destination.path if destination.continues() else None
        return XmlWriter(stream_of(destination, stack), old)


class XmlWriter:
    """Writes an element for each entity, as it comes."""

    def __init__(self, stream: BinaryIO, old: Path | None) -> None:
        self.notes: list[str] = []
        self._stream = stream
        if old:
            copy_without_closing(old, stream, _START, _CLOSING)
            stream.write(b"\n")
        else:
            stream.write(_OPENING)

    def write(self, page: str, record: Record) -> None:
        """Write a record."""
        element = etree.Element(_ENTITY, bundle=for_xml(record.bundle), page=for_xml(page))
        _fill(element, record)
        etree.indent(element, "  ", level=1)
        self._stream.write(b"  " + etree.tostring(element, encoding="utf-8") + b"\n")

    def close(self) -> None:
        """Close the document."""
        self._stream.write(_CLOSING + b"\n")


def _fill(element: etree._Element, record: Record) -> None:
    element.set("index", str(record.index))
    for name, values in record.fields.items():
        for value in values:
            _add(element, name, value)
    for inner in record.nested:
        _fill(etree.SubElement(element, _ENTITY, bundle=for_xml(inner.bundle)), inner)


def _add(element: etree._Element, name: str, value: Value) -> None:
    field = etree.SubElement(element, element_name(name))
    field.text = for_xml(value.text)
    if value.misfit is not None:
        field.set("misfit", for_xml(value.misfit))
    for key, attribute in value.attributes.items():
        field.set(element_name(key), for_xml(as_text(attribute)))


@cache
def element_name(name: str) -> str:
    """Return a field's name as the name of an element: other characters become underscores."""
    clean = _NOT_IN_NAMES.sub("_", name)
    if not _FIRST_OF_NAME.match(clean) or clean == _ENTITY or clean.lower().startswith("xml"):
        clean = f"_{clean}"
    try:
        etree.QName(clean)
    except ValueError:  # letters that Python knows and XML does not
        clean = "_" + clean.encode("ascii", "replace").decode().replace("?", "_")
    return clean
