"""The classes of pages that the demo shop has: what a perfect observer would sort its URLs into."""

import enum


class ShopPageKind(enum.StrEnum):
    """A class of pages; pages of one class share a template."""

    HOME = "home"
    DEPARTMENT = "department"
    CATEGORY = "category"
    LISTING = "listing"  # in the main shop and in the outlet
    OUTLET = "outlet"
    PRODUCT = "product"
    BROKEN = "broken"  # a product's page that answers with an error this day
    BRANDS = "brands"
    BRAND = "brand"
    INDEX = "index"
    INDEX_PART = "index-part"
    BLOG = "blog"
    BLOG_POST = "blog-post"
    HELP = "help"
    HELP_TOPIC = "help-topic"
    SEARCH = "search"
    CART = "cart"
    LOGIN = "login"
    ACCOUNT = "account"  # this and the next two only for those who signed in
    ORDERS = "orders"
    ORDER = "order"
    FILE = "file"  # not a page: pictures, styles, robots.txt, sitemaps
