"""Which number each currency sign of a text belongs to."""

from itertools import groupby

from pagekin.values.money.currencies import CODES
from pagekin.values.money.money_tokens import Number, Token, tokens_of
from pagekin.values.plain import word_set

# Signs that nearly always stand before, and behind, their number; the euro does both.
_BEFORE = word_set(
    "$ £ ₹ Rs Rs. R$ RM Rp Rp. ₱ ¥ ₩ ฿ ₦ S/ S/. US$ A$ C$ AU$ CA$ NZ$ HK$ NT$ S$ MX$"
)
_BEHIND = word_set(
    "kr kr. zł Kč Ft lei Lei ₽ руб руб. грн ₴ 円 元 원 ₫ đ TL лв лв. din. KM ден. ₸ บาท"
)


def numbers_of(text: str) -> list[Number]:
    """Return the numbers of a plain text in order, each with its signs, coins and magnitudes."""
    tokens = tokens_of(text)
    _hand_out([token for token in tokens if token.kind not in {"magnitude", "coin"}])
    numbers = [token.number for token in tokens if token.number]
    for number in numbers:
        # The same sign on both sides belongs to two numbers: "80,93 $ 97,51 $ 2 pieces".
        sides = dict.fromkeys(sign for sign in number.signs if sign[0] not in CODES)
        number.glued |= len(sides) > len({sign for sign, _ in sides})
        # "£25.00Was £30.00": a sign in front shows where the number ends.
        number.glued |= number.glued_behind and not any(in_front for _, in_front in number.signs)
    return numbers


def _hand_out(tokens: list[Token]) -> None:
    runs = [list(run) for _, run in groupby(tokens, key=lambda token: token.kind == "sign")]
    given = []
    for at, run in enumerate(runs):
        if run[0].kind == "sign":
            left = runs[at - 1][-1].number if at and _beside(runs[at - 1][-1], run[0]) else None
            after = runs[at + 1][0] if at + 1 < len(runs) else None
            right = after.number if after and _beside(run[-1], after) else None
            given.append((run, left, right))
    one_each = len(given) == sum(token.number is not None for token in tokens)
    # A sign that stands in front once always does: "$ 10 $ 20"; the same behind: "10 € 20 €".
    in_front = {sign.text for signs, left, right in given if right and not left for sign in signs}
    behind = {sign.text for signs, left, right in given if left and not right for sign in signs}
    for signs, left, right in given:
        if left and right and len(signs) == 1:
            elsewhere = (signs[0].text in behind) - (signs[0].text in in_front)
            _decide(signs[0], left, right, elsewhere, one_each=one_each)
        elif left and right:
            _give_left(signs[:1], left)
            _give_right(signs[1:], right)
        elif left:
            _give_left(signs, left)
        elif right:
            _give_right(signs, right)


def _beside(one: Token, other: Token) -> bool:
    end = one.number.end if one.number else one.end
    return 0 <= other.start - end <= 1


def _decide(sign: Token, left: Number, right: Number, elsewhere: int, *, one_each: bool) -> None:
    """Give a sign between two numbers to one of them, or to both if nothing decides: a misfit then.

    Four things decide, in this order: nearness, where the sign stands elsewhere in the text, decimals,
    and where the sign usually stands. More than zero speaks for the left number.
    """
    nearness = (right.start - sign.end) - (sign.start - left.end)
    decimals = _has_decimals(left) - _has_decimals(right)
    habit = (sign.text in _BEHIND) - (sign.text in _BEFORE)
    choice = nearness or elsewhere or decimals or habit
    if nearness * elsewhere < 0:  # "15,00 €20,00 €" comes from markup without spaces
        choice = elsewhere if one_each else 0
    elif not nearness and elsewhere * decimals < 0:
        choice = 0
    if choice >= 0:
        _give_left([sign], left)
    if choice <= 0:
        _give_right([sign], right)
    if choice == 0:
        left.glued = right.glued = True


def _has_decimals(number: Number) -> bool:
    return bool(number.tail) or (number.numeral is not None and number.numeral.decimals == 2)


def _give_left(signs: list[Token], number: Number) -> None:
    number.signs += [(sign.text, False) for sign in signs]
    number.end = signs[-1].end


def _give_right(signs: list[Token], number: Number) -> None:
    number.signs += [(sign.text, True) for sign in signs]
    number.start = signs[0].start
