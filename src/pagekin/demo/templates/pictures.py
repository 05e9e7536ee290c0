"""Generated pictures: the name of an image decides how it looks."""

from pagekin.demo.shop_model.dice import Dice

_SHAPES = (
    '<circle cx="200" cy="190" r="{a}" fill="{ink}"/><rect x="{b}" y="270" width="{c}" height="24" rx="12" fill="{deep}"/>',
    '<rect x="{b}" y="{b}" width="{c}" height="{c}" rx="28" fill="{ink}"/><circle cx="200" cy="200" r="48" fill="{deep}"/>',
    '<path d="M200 {b} L320 300 H80 Z" fill="{ink}"/><circle cx="200" cy="240" r="40" fill="{deep}"/>',
    '<ellipse cx="200" cy="200" rx="{c}" ry="{a}" fill="{ink}"/><rect x="186" y="60" width="28" height="120" rx="14" fill="{deep}"/>',
)


def draw(name: str) -> bytes:
    """Draw the picture of a name as SVG."""
    dice = Dice(0, "picture", name)
    hue = dice.below(360)
    shape = dice.pick(_SHAPES).format(
        a=dice.between(70, 110),
        b=dice.between(80, 120),
        c=dice.between(120, 170),
        ink=f"hsl({hue} 38% 52%)",
        deep=f"hsl({(hue + 40) % 360} 40% 34%)",
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400">'
        f'<rect width="400" height="400" fill="hsl({hue} 30% 94%)"/>{shape}</svg>\n'
    ).encode()
