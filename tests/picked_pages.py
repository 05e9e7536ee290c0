"""Clicks on real pages, by the XPath of what is clicked, and what the picker finds on all pages because of them."""

from pagekin.app.pick_draft import Pick, PickDraft
from pagekin.app.picking import Picking, elements_of
from pagekin.report.pickable_page import pickable_page


def clicked(pages, *paths):
    """Click the first element at each path of the first page; give the draft, and the values of each page."""
    picking = Picking(pages)
    draft = PickDraft()
    for path in paths:
        element = pages[0].root.xpath(path)[0]
        draft, _ = picking.taken(draft, Pick(0, elements_of(pages[0]).index(element)))
    found = []
    for number in range(len(pages)):
        shown = {field.name: field for field in picking.shown(draft, number).fields}
        found.append(shown[draft.selected].values if draft.selected in shown else ())
    return draft, found


def texts(page, path):
    """Give the texts of all elements at a path, as people read them."""
    return tuple(" ".join("".join(one.itertext()).split()) for one in page.root.xpath(path))


def is_shown_safely(page):
    """Whether the copy for the frame has no script but ours, and a number for what can be clicked."""
    numbers = {element: number for number, element in enumerate(elements_of(page))}
    copy = pickable_page(page.root, numbers, "/picker_frame.js", "nonce")
    return copy.count("<script") == 1 and "javascript:" not in copy.lower()
