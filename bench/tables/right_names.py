"""Right names: what a column with a true attribute may be called."""

import re

# The truth's name first, then the words of schema.org, and those that pages say instead.
_CALLED = {
    "model": "model name title product vehicle car headline heading",
    "price": "price msrp cost lowPrice",
    "engine": "engine vehicleEngine motor",
    "fuel_economy": "fuel economy mpg mileage fuelEfficiency fuelConsumption city highway",
    "title": "title name headline heading position",
    "author": "author authors by creator writer contributor artist",
    "isbn_13": "isbn isbn13 ean gtin13 gtin upc",
    "publisher": "publisher publishers imprint brand",
    "publication_date": "publication published pub date datePublished release released year",
    "manufacturer": "manufacturer brand make maker mfg mfr vendor company",
    "company": "company hiringOrganization organization employer advertiser recruiter",
    "location": "location jobLocation address city place region area state",
    "date_posted": "posted datePosted date published posting listed updated added",
    "id": "id identifier number advisory",
    "date": "date reported issued published datePublished",
    "package": "package",
    "aliases": "aliases alias cve related",
    "patched": "patched",
    "PEP": "pep number id",
    "Title": "title name headline",
    "Author": "author authors",
    "Status": "status",
    "Type": "type",
    "Created": "created date",
}
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")


def is_right_name(name: str, attribute: str) -> bool:
    """Return whether a column's name says that it holds an attribute."""
    words = set(re.findall(r"[^\W_]+", _HUMPS.sub(" ", name).casefold()))
    joined = "".join(re.findall(r"[^\W_]+", name.casefold()))
    known = _CALLED.get(attribute, attribute).casefold().split()
    return any(word in words or f"{word}s" in words or word == joined for word in known)
