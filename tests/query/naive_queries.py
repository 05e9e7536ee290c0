"""Queries evaluated naively, page by page and record by record, on the shop's own tables: no SQL, no store.

It says once more, in the plainest way, what the query language means; tests hold the compiled SQL against it.
"""

from collections import Counter

from pagekin.query.conditions import (
    AllOf,
    AnyOf,
    Coming,
    Comparison,
    Direction,
    Extreme,
    HasChanged,
    HasCome,
    HasCrossed,
    HasMoved,
    HasPresence,
    IsNewExtreme,
    LiteralKind,
    Negation,
    Operator,
    Presence,
    Together,
    conditions_of,
)
from pagekin.wrappers.pairing import pair

# The bundles that have a field of a name, and the bundles around each bundle.
FIELDS = {
    "product_name": ("product",),
    "sku": ("product",),
    "price": ("product", "offer"),
    "stock": ("product",),
    "image": ("product",),
    "tags": ("product",),
    "partno": ("offer",),
    "seller": ("offer",),
    "stars": ("review",),
    "text": ("review",),
}
AROUND = {"product": ("product",), "offer": ("offer", "product"), "review": ("review", "product")}
KEYS = {"offer": "partno", "review": ""}
PROPERTIES = ("status", "title", "size", "depth", "url")
TOLERANCE = 1e-9


class Item:
    """A value as it is compared: its text, its number, its unit."""

    def __init__(self, text, number=None, unit=None):
        self.text, self.number, self.unit = text, number, unit


def items(record, field, attribute=""):
    """Give the values of a field of a record, or of one of their attributes."""
    found = []
    for value in record.fields.get(field, ()):
        name = attribute or ("src" if value.type == "image" else "value")
        if name == "value":
            number = value.attributes.get("amount", value.attributes.get("value"))
            found.append(Item(value.text, number, value.attributes.get("currency")))
        elif name in value.attributes:
            given = value.attributes[name]
            is_text = isinstance(given, str)
            found.append(Item(given if is_text else repr(given), None if is_text else given))
    return found


class Crawled:
    """The pages of a crawl, path → ShopPage."""

    def __init__(self, pages):
        self.pages = pages
        self.records = {
            path: page.records()[0] for path, page in pages.items() if page.product is not None
        }

    def targets(self):
        return set(self.records)


def instances(root, bundle):
    """Give the instances of a bundle on a page."""
    if bundle == "product":
        return [root]
    return [one for one in root.nested if one.bundle == bundle]


class Naive:
    """Evaluates a query on the last of several crawls."""

    def __init__(self, days):
        self.crawls = [Crawled(pages) for pages in days]
        self.newer = self.crawls[-1]

    def paths(self, where):
        """Give the paths of the pages on which an expression holds."""
        self._gone = self._vanished_of(where)
        everything = set(self.newer.pages) | set(self._gone)
        if where is None:
            return self.newer.targets()
        return {path for path in everything if self.on_page(where, path)}

    # Which pages there are

    def _older(self, since):
        earlier = self.crawls[:-1]
        if not earlier:
            return None
        return earlier[-1] if since.crawl is None else earlier[since.crawl - 1]

    def _vanished_of(self, where):
        gone = {}
        for one in conditions_of(where):
            is_asked = isinstance(one, HasCome) and one.coming is Coming.VANISHED
            older = self._older(one.since) if is_asked and one.name.parts == ("page",) else None
            if older:
                gone |= dict.fromkeys(self.came_or_went(older)[1], older)
        return gone

    def came_or_went(self, older):
        """Give the pages that are new, and those that vanished; what moved is neither."""
        gone = older.targets() - self.newer.targets()
        new = self.newer.targets() - older.targets()
        places = [
            self._by_key({path: crawl.records[path] for path in paths})
            for paths, crawl in ((gone, older), (new, self.newer))
        ]
        moved = places[0].keys() & places[1].keys()
        return (
            new - {places[1][key] for key in moved},
            gone - {places[0][key] for key in moved},
        )

    def _by_key(self, records):
        keys = {path: one.first_text("sku") for path, one in records.items()}
        counts = Counter(keys.values())
        return {key: path for path, key in keys.items() if key and counts[key] == 1}

    def root(self, path):
        """Give the record of a page; of one that vanished, as it was."""
        crawl = self._gone.get(path, self.newer)
        return crawl.records.get(path)

    def property(self, path, name, crawl=None):
        """Give what is known of a page; None if it is not."""
        if name == "url":
            return Item("http://shop.test" + path)
        if crawl is None:
            crawl = self.newer if path in self.newer.pages else self._gone[path]
        page = crawl.pages.get(path)
        if page is None:
            return None
        has_content = page.status < 400
        if name == "title":
            return Item(page.title) if has_content and page.title else None
        if name == "status":
            number = page.status
        elif name == "size":
            number = page.size if has_content else None
        else:
            number = (2 if page.product is not None else 1) if has_content else 0
        return None if number is None else Item(str(number), number)

    # Expressions

    def on_page(self, expression, path):
        match expression:
            case AllOf(parts):
                return all(self.on_page(part, path) for part in parts)
            case AnyOf(parts):
                return any(self.on_page(part, path) for part in parts)
            case Together(parts):
                return self.together(parts, path)
            case Negation(inner):
                return self.negated(inner, path)
            case _:
                return self.holds(expression, path)

    def negated(self, inner, path):
        match inner:
            case AllOf(parts):
                return any(self.negated(part, path) for part in parts)
            case AnyOf(parts):
                return all(self.negated(part, path) for part in parts)
            case Negation(again):
                return self.on_page(again, path)
            case Together(parts):
                is_asked = not self.bundles(parts) or self.root(path) is not None
                if not self.bundles(parts):
                    return any(self.negated(part, path) for part in parts)
                return is_asked and not self.together(parts, path)
            case _:
                return self.is_in_domain(inner, path) and not self.holds(inner, path)

    def is_in_domain(self, condition, path):
        name = condition.name.parts[0]
        if name in FIELDS:
            return self.root(path) is not None
        if name == "title":
            return path in self._gone or self.newer.pages[path].status < 400
        return True

    def bundles(self, parts):
        names = [one.name.parts[0] for part in parts for one in conditions_of(part)]
        return {bundle for name in names for bundle in FIELDS.get(name, ())}

    def together(self, parts, path):
        bundles = self.bundles(parts)
        if not bundles:
            return all(self.on_page(part, path) for part in parts)
        root = self.root(path)
        return root is not None and any(
            self.on_instance(AllOf(tuple(parts)), path, bundle, one)
            for bundle in bundles
            for one in instances(root, bundle)
        )

    def on_instance(self, expression, path, bundle, one, *, negated=False):
        match expression:
            case Negation(inner):
                return self.on_instance(inner, path, bundle, one, negated=not negated)
            case AllOf(parts) | Together(parts):
                how = any if negated else all
                return how(
                    self.on_instance(part, path, bundle, one, negated=negated) for part in parts
                )
            case AnyOf(parts):
                how = all if negated else any
                return how(
                    self.on_instance(part, path, bundle, one, negated=negated) for part in parts
                )
        name = expression.name.parts[0]
        if name not in FIELDS:
            return negated != self.holds(expression, path)
        visible = [around for around in AROUND[bundle] if around in FIELDS[name]]
        if not visible:
            return False
        return negated != any(
            self.on_record(expression, path, around, one if around == bundle else self.root(path))
            for around in visible
        )

    # Conditions

    def holds(self, condition, path):
        """Whether a condition holds anywhere on a page, or of the page itself."""
        name = condition.name.parts[0]
        if name in FIELDS:
            return any(self.on_field(condition, path, bundle) for bundle in FIELDS[name])
        if name == "page":
            return self.of_page(condition, path)
        if isinstance(condition, Comparison):
            found = self.property(path, name)
            return found is not None and compares(found, condition.operator, condition.value)
        if isinstance(condition, HasPresence):
            return self.property_presence(condition, path)
        return self.property_changed(condition, path)

    def on_field(self, condition, path, bundle):
        root = self.root(path)
        if root is None:
            return False
        if isinstance(condition, HasCome) and condition.coming is Coming.VANISHED:
            return self.field_vanished(condition, path, bundle)
        several = instances(root, bundle)
        is_missing = isinstance(condition, HasPresence) and condition.presence is Presence.MISSING
        if is_missing and not several:
            return True
        if isinstance(condition, HasPresence) and condition.presence is Presence.ANYTHING:
            return True
        return any(self.on_record(condition, path, bundle, one) for one in several)

    def on_record(self, condition, path, bundle, record):  # noqa: PLR0911 - one for each kind
        """Whether a condition holds for a field of a record."""
        field, attribute = condition.name.parts[0], "".join(condition.name.parts[1:])
        found = items(record, field, attribute)
        match condition:
            case Comparison(_, operator, value):
                return any(compares(one, operator, value) for one in found)
            case HasPresence(_, Presence.MISSING):
                return not found
            case HasPresence(_, Presence.EMPTY):
                return any(not one.text.strip() for one in found)
            case HasPresence():
                return True
            case IsNewExtreme():
                return self.is_extreme(condition, path, bundle, record)
        older = self._older(condition.since)
        if older is None or path not in older.records or path not in self.newer.records:
            return False
        was = self.was(older, path, bundle, record)
        before = items(was, field, attribute) if was else []
        if isinstance(condition, HasCome):
            if condition.coming is Coming.APPEARED:
                return bool(found) and not before
            return bool(before) and not found
        return changes(condition, before, found, is_list=field == "tags")

    def was(self, older, path, bundle, record):
        """Give what a record was in an earlier crawl."""
        old_root, new_root = older.records[path], self.newer.records[path]
        if bundle == "product":
            return old_root
        paired = pair(instances(old_root, bundle), instances(new_root, bundle), KEYS[bundle])
        return next((one.old for one in paired.pairs if one.new is record), None)

    def field_vanished(self, condition, path, bundle):
        older = self._older(condition.since)
        if older is None or path not in older.records or path not in self.newer.records:
            return False
        field, attribute = condition.name.parts[0], "".join(condition.name.parts[1:])
        old_root, new_root = older.records[path], self.newer.records[path]
        old, new = instances(old_root, bundle), instances(new_root, bundle)
        if bundle == "product":
            pairs = {id(old_root): new_root}
        else:
            pairs = {id(one.old): one.new for one in pair(old, new, KEYS[bundle]).pairs}
        return any(
            items(one, field, attribute)
            and not (id(one) in pairs and items(pairs[id(one)], field, attribute))
            for one in old
        )

    def is_extreme(self, condition, path, bundle, record):
        earlier = self.crawls[:-1]
        if condition.since is not None and earlier:
            earlier = earlier[earlier.index(self._older(condition.since)) :]
        field, attribute = condition.name.parts[0], "".join(condition.name.parts[1:])
        if not earlier or path not in self.newer.records:
            return False
        if earlier[-1].records.get(path) == self.newer.records[path]:
            return False
        for place, now in enumerate(items(record, field, attribute)):
            before = [
                old[place].number
                for crawl in earlier
                if path in crawl.records
                for one in instances(crawl.records[path], bundle)
                if self.is_same(bundle, one, record)
                for old in [items(one, field, attribute)]
                if place < len(old) and old[place].unit == now.unit
            ]
            numbers = [number for number in before if number is not None]
            if numbers and now.number is not None:
                is_low = condition.extreme is Extreme.LOW
                if now.number < min(numbers) if is_low else now.number > max(numbers):
                    return True
        return False

    def is_same(self, bundle, one, other):
        if bundle == "product":
            return True
        key = KEYS[bundle]
        if not key:
            return one.index == other.index
        return bool(one.first_text(key)) and one.first_text(key) == other.first_text(key)

    def of_page(self, condition, path):
        older = self._older(condition.since)
        if older is None:
            return False
        if isinstance(condition, HasCome):
            new, gone = self.came_or_went(older)
            return path in (new if condition.coming is Coming.APPEARED else gone)
        both = self.newer.pages.get(path), older.pages.get(path)
        return all(one and one.status < 400 for one in both) and both[0] != both[1]

    def property_presence(self, condition, path):
        found = self.property(path, condition.name.parts[0])
        if condition.presence is Presence.EMPTY:
            return found is not None and not found.text.strip()
        if not self.is_in_domain(condition, path):
            return False
        return condition.presence is Presence.ANYTHING or found is None

    def property_changed(self, condition, path):
        older, name = self._older(condition.since), condition.name.parts[0]
        if older is None or path not in self.newer.pages or path not in older.pages:
            return False
        new, old = (self.property(path, name, crawl) for crawl in (self.newer, older))
        if isinstance(condition, HasCome):
            pages = self.newer.pages[path], older.pages[path]
            came = condition.coming is Coming.APPEARED
            is_so = (new if came else old) is not None and (old if came else new) is None
            return is_so and all(page.status < 400 for page in pages)
        return bool(new and old) and changes(condition, [old], [new])


def compares(item, operator, value):
    """Whether a value compares with one of a query as it should."""
    wanted, text = value.text.casefold(), item.text.casefold()
    number = float(value.text) if value.kind is LiteralKind.NUMBER else None
    match operator:
        case Operator.CONTAINS:
            return wanted in text
        case Operator.STARTS_WITH:
            return text.startswith(wanted)
        case Operator.EQUAL | Operator.OTHER:
            if number is not None and item.number is not None:
                is_equal = item.number == number
            else:
                is_equal = text == wanted
            return is_equal == (operator is Operator.EQUAL)
    if item.number is None:
        return False
    return {
        Operator.LESS: item.number < number,
        Operator.AT_MOST: item.number <= number,
        Operator.MORE: item.number > number,
        Operator.AT_LEAST: item.number >= number,
    }[operator]


def changes(condition, old, new, *, is_list=False):
    """Whether the values of a field changed as a condition says."""
    if isinstance(condition, HasChanged):
        if is_list:
            return list_changed(condition, old, new)
        return any(
            one.text != other.text
            and (condition.old is None or compares(one, Operator.EQUAL, condition.old))
            and (condition.new is None or compares(other, Operator.EQUAL, condition.new))
            for one, other in zip(old, new, strict=False)
        )
    return any(
        moves(condition, one, other)
        for one, other in zip(old, new, strict=False)
        if one.number is not None
        and other.number is not None
        and (one.unit or "") == (other.unit or "")
    )


def list_changed(condition, old, new):
    counts = Counter(one.text for one in old), Counter(one.text for one in new)
    lost, gained = counts[0] - counts[1], counts[1] - counts[0]
    if not (old and new and (lost or gained)):
        return False
    return (
        condition.old is None
        or any(compares(Item(text), Operator.EQUAL, condition.old) for text in lost)
    ) and (
        condition.new is None
        or any(compares(Item(text), Operator.EQUAL, condition.new) for text in gained)
    )


def moves(condition, old, new):
    if isinstance(condition, HasCrossed):
        limit = float(condition.limit.text)
        if condition.direction is Direction.FELL:
            return new.number < limit <= old.number
        return new.number > limit >= old.number
    assert isinstance(condition, HasMoved)
    by = new.number - old.number
    if condition.direction is Direction.FELL:
        by = -by
    elif condition.direction is Direction.CHANGED:
        by = abs(by)
    if by <= 0:
        return False
    amount = condition.amount
    if amount is None:
        return True
    wanted = float(amount.number)
    if amount.is_percent:
        by, wanted = 100 * by, wanted * abs(old.number)
        slack = TOLERANCE * abs(old.number)
    else:
        slack = TOLERANCE * (abs(old.number) + abs(new.number))
    return by > wanted + slack if amount.is_more else by >= wanted - slack
