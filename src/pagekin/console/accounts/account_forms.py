"""The forms of accounts."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import get_user_model, password_validation
from django.core.exceptions import ValidationError


class _TwicePassword(forms.Form):
    """A new password, typed twice."""

    password = forms.CharField(
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="At least 8 characters, and none that everybody uses.",
    )
    again = forms.CharField(
        label="The same password again",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        """Check that both are alike and good enough for this person."""
        given: dict[str, Any] = super().clean()
        password, again = given.get("password"), given.get("again")
        if password and again and password != again:
            self.add_error("again", "The two passwords differ.")
        elif password:
            try:
                password_validation.validate_password(password, self.person_of(given))
            except ValidationError as error:
                self.add_error("password", error)
        return given

    def person_of(self, given: dict[str, Any]) -> Any:
        """Return whose password it is to be: it must not be like the name."""
        return get_user_model()(username=given.get("name", ""), email=given.get("mail", ""))


class WelcomeForm(_TwicePassword):
    """How somebody wants to be known, and a password."""

    name = forms.CharField(
        max_length=60,
        label="Your name",
        help_text="You log in with it.",
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    mail = forms.EmailField(
        required=False,
        label="Your mail address",
        help_text="Where alerts go, and a link if you forget the password. You can add it later.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("name", "mail", "password", "again")


class NewPasswordForm(_TwicePassword):
    """A password for somebody who has a name already."""

    def __init__(self, user: Any, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._user = user

    def person_of(self, given: dict[str, Any]) -> Any:
        """Return whose password it is to be."""
        del given
        return self._user


class ChangePasswordForm(NewPasswordForm):
    """A new password, by somebody who knows the old one."""

    old = forms.CharField(
        label="Your password until now",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
    )
    field_order = ("old", "password", "again")

    def clean_old(self) -> str:
        """Check the old password."""
        old: str = self.cleaned_data["old"]
        if not self._user.check_password(old):
            raise ValidationError("This is not your password.")
        return old


class LoginForm(forms.Form):
    """A name and a password."""

    username = forms.CharField(
        max_length=150,
        label="Name",
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = forms.CharField(
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class ResetForm(forms.Form):
    """The mail address of an account whose password is lost."""

    mail = forms.EmailField(
        label="Your mail address",
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True}),
    )


class DetailsForm(forms.Form):
    """A person's own details."""

    mail = forms.EmailField(required=False, label="Your mail address")
    time_zone = forms.CharField(
        label="Your time zone", help_text="Such as Europe/Berlin or America/New_York."
    )
    quiet = forms.CharField(
        required=False,
        label="Quiet hours",
        help_text="Such as 22:00-07:00: nothing is sent to you then. Empty: at any time.",
    )


class InviteForm(forms.Form):
    """Somebody who is to have an account."""

    name = forms.CharField(max_length=60, label="Name")
    administrator = forms.BooleanField(
        required=False,
        label="Administrator",
        help_text="May make and change crawlers, schedules and people.",
    )
