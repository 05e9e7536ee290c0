"""Groups of pages with one template, told by what their folders are called: kinds or topics."""

import pytest
from gathered import LIST, evidence, kin, some, the

PAGE = "<div class=text><h1>{0} is it</h1><p class=intro>x</p><table class=facts><tr><td>y</table></div>"


def site(*folders, sample="a"):
    """Gather pages of one template in some folders, beside lists of everything."""
    groups = [some(f"{folder}/{{0}}.html", PAGE, range(8)) for folder in (sample, *folders)]
    return evidence(*(page for group in groups for page in group), *some("l{0}", LIST, range(6)))


def test_a_folder_called_after_a_kind_is_a_class_beside_others_that_are():
    gathered = site("filters", "tags", sample="functions")
    assert kin(gathered) == the("functions/{0}.html", range(8))


def test_a_folder_called_after_a_topic_is_none():
    gathered = site("travel", "money", sample="health")
    assert len(kin(gathered)) == 24


@pytest.mark.parametrize(("others", "count"), [(("tags", "money"), 8), (("travel", "money"), 24)])
def test_most_pages_must_be_in_folders_that_are_called_after_kinds(others, count):
    """One alone may be a topic that has the name of a kind, such as recipes beside health."""
    assert len(kin(site(*others, sample="recipes"))) == count


def test_namespaces_are_called_after_what_they_are_for():
    assert len(kin(site("Filters", "Tags", sample="Functions"))) == 24


def test_folders_in_the_middle_are_topics():
    gathered = site("api/filters/x", "api/tags/x", sample="api/functions/x")
    assert len(kin(gathered)) == 24


def test_a_folder_in_that_of_a_kind_is_a_part_of_it():
    """Plugins that others have contributed are plugins; commands, which stand deeper, are commands."""
    gathered = site("plugins/contrib", "filters", sample="plugins")
    assert len(kin(gathered)) == 16
    gathered = site("twig/filters", "twig/tags", sample="twig/functions")
    assert len(kin(gathered)) == 8
