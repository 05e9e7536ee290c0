"""Django is set up for the store alone, and left alone where somebody else has it or will set it up."""

import pytest

from pagekin.store import django_setup


class Settings:
    INSTALLED_APPS = ("pagekin.store",)

    def __init__(self, *, configured):
        self.configured, self.given = configured, None

    def configure(self, **given):
        self.given = given


class Apps:
    def __init__(self):
        self.populated = None

    def populate(self, names):
        self.populated = names


@pytest.mark.parametrize(
    ("configured", "project", "is_ours"),
    [(False, "", True), (True, "", False), (False, "shop.settings", False)],
)
def test_a_project_with_settings_of_its_own_is_left_alone(
    configured, project, is_ours, monkeypatch
):
    settings, apps = Settings(configured=configured), Apps()
    monkeypatch.setattr(django_setup, "settings", settings)
    monkeypatch.setattr(django_setup, "apps", apps)
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", project)
    django_setup.set_up()
    assert (settings.given is not None) == is_ours
    assert apps.populated == (("pagekin.store",) if is_ours else None)
    if is_ours:
        assert settings.given["USE_TZ"]
        assert settings.given["DATABASES"] == {}
