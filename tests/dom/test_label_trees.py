import pytest
from lxml import etree

from pagekin.dom.label_trees import (
    LabelScheme,
    LabelTree,
    class_label,
    label_tree,
)

SHOP = """
<html>
  <head><title>Mugs</title></head>
  <body class="single postid-4711">
    <!-- the product -->
    <div class="sale price"><b>9.90</b><!-- was 12 --></div>
    <div class="price sale"></div>
  </body>
</html>
"""


@pytest.fixture
def shop():
    return etree.HTML(SHOP)


def chain(depth):
    elements = [etree.Element("div")]  # all kept until the end: lxml is slow to let go of deep ones
    while len(elements) < depth:
        elements.append(etree.SubElement(elements[-1], "div"))
    return elements[0]


def test_a_label_tree_is_labels_and_child_counts_in_preorder(shop):
    assert label_tree(shop) == LabelTree(
        labels=("html", "head", "title", "body", "div", "b", "div"),
        counts=(2, 1, 0, 2, 1, 0, 0),
    )


def test_its_size_is_the_number_of_elements(shop):
    assert label_tree(shop).size == 7


def test_labels_may_take_in_class_tokens_in_any_order(shop):
    assert label_tree(shop, LabelScheme.TAG_CLASS).labels == (
        "html",
        "head",
        "title",
        "body.postid-#.single",
        "div.price.sale",
        "b",
        "div.price.sale",
    )


@pytest.mark.parametrize(
    ("class_attribute", "label"),
    [
        (None, "p"),
        ("", "p"),
        (" \t\n", "p"),
        ("b a b", "p.a.b"),
        ("postid-123", "p.postid-#"),
        ("col-2 col-10", "p.col-#"),  # once: the two tell no more than one
        ("h2o", "p.h#o"),
        ("Price", "p.Price"),  # class tokens have their case
    ],
)
def test_a_class_label(class_attribute, label):
    assert class_label("p", class_attribute) == label


@pytest.mark.parametrize("labels", LabelScheme)
def test_comments_instructions_and_entities_are_no_children(labels):
    parser = etree.XMLParser(resolve_entities=False)
    root = etree.XML(
        "<!DOCTYPE a [<!ENTITY e 'x'>]><a><!-- 1 --><b>&e;<c/><?pi 2?></b><!-- 3 --></a>", parser
    )
    assert label_tree(root, labels) == LabelTree(("a", "b", "c"), (1, 1, 0))


def test_a_part_of_a_page_is_a_tree_too(shop):
    assert label_tree(shop.find("body")) == LabelTree(("body", "div", "b", "div"), (2, 1, 0, 0))


def test_a_tree_may_be_as_deep_as_it_likes():
    tree = label_tree(chain(100_000))
    assert tree.size == 100_000
    assert tree.counts == (1,) * 99_999 + (0,)
