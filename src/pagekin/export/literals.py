"""Values as Python code, with the quotes that formatters prefer."""

from typing import Any


def literal(value: Any) -> str:
    """Return code that stands for a value: a text, a number, or a dict or tuple of such."""
    match value:
        case str():
            return _text(value)
        case dict():
            inside = ", ".join(f"{literal(key)}: {literal(one)}" for key, one in value.items())
            return f"{{{inside}}}"
        case tuple():
            return f"({', '.join(map(literal, value))})"
        case _:
            return repr(value)


def _text(text: str) -> str:
    code = repr(text)
    if code[0] == "'" and '"' not in text:
        inside = code[1:-1].replace("\\'", "'")
        return f'"{inside}"'
    return code


def comment(text: str) -> str:
    """Return a text that can stand in a docstring: whatever a page says, it is no code."""
    visible = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(visible.replace("\\", "/").replace('"', "'").split())
