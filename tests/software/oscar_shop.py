"""A django-oscar shop of some products on loopback; run by the Python that has django-oscar.

`python oscar_shop.py FOLDER` makes the database in FOLDER unless it is there, prints its address and serves
until its standard input is closed. It does nothing that the sandbox of django-oscar does not do.
"""

import os
import sys
import threading
from decimal import Decimal
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import include, path

PRODUCTS = 16
PER_PAGE = 6
CATEGORIES = ("Teapots", "Cups", "Books > Fiction", "Books > Cooking")
USER, PASSWORD = "ann@example.org", "correct-horse"


class NoMigrations:
    """Lets tables be made as the models have them: hundreds of migrations take a minute."""

    def __contains__(self, _app):
        return True

    def __getitem__(self, _app):
        return None


def missing_image(_request):
    return HttpResponse(b"", content_type="image/png")


urlpatterns = [
    path("media/<path:name>", lambda request, name: missing_image(request)),
    path("i18n/", include("django.conf.urls.i18n")),
]


def configure(folder: Path) -> None:
    import oscar  # noqa: PLC0415 - only here is it known to be there
    from oscar import defaults  # noqa: PLC0415

    chosen = {name: getattr(defaults, name) for name in dir(defaults) if name.isupper()}
    processors = [
        "django.template.context_processors.request",
        "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
        "django.template.context_processors.i18n",
        "django.template.context_processors.static",
        "oscar.apps.search.context_processors.search_form",
        "oscar.apps.checkout.context_processors.checkout",
        "oscar.apps.communication.notifications.context_processors.notifications",
        "oscar.core.context_processors.metadata",
    ]
    chosen |= {
        "SECRET_KEY": "only for loopback",
        "DEBUG": False,
        "ALLOWED_HOSTS": ["127.0.0.1"],
        "INSTALLED_APPS": [*oscar.INSTALLED_APPS, "sorl.thumbnail"],
        "DATABASES": {
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": str(folder / "shop.sqlite3"),
                "ATOMIC_REQUESTS": True,
                "OPTIONS": {"timeout": 20},
            }
        },
        "DEFAULT_AUTO_FIELD": "django.db.models.AutoField",
        "MIDDLEWARE": [
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            "django.middleware.common.CommonMiddleware",
            "oscar.apps.basket.middleware.BasketMiddleware",
        ],
        "AUTHENTICATION_BACKENDS": ["oscar.apps.customer.auth_backends.EmailBackend"],
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {"context_processors": processors},
            }
        ],
        "HAYSTACK_CONNECTIONS": {
            "default": {
                "ENGINE": "haystack.backends.whoosh_backend.WhooshEngine",
                "PATH": str(folder / "index"),
                "INCLUDE_SPELLING": True,
            }
        },
        "HAYSTACK_SIGNAL_PROCESSOR": "haystack.signals.BaseSignalProcessor",
        "MIGRATION_MODULES": NoMigrations(),
        "ROOT_URLCONF": __name__,
        "SITE_ID": 1,
        "USE_TZ": True,
        "STATIC_URL": "/static/",
        "MEDIA_URL": "/media/",
        "MEDIA_ROOT": str(folder),
        "OSCAR_PRODUCTS_PER_PAGE": PER_PAGE,
        "OSCAR_SHOP_NAME": "Teahouse",
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
        "LOGGING_CONFIG": None,
        "SILENCED_SYSTEM_CHECKS": ["fields.W342", "urls.W002"],
    }
    settings.configure(**chosen)
    django.setup()
    urlpatterns.append(path("", include(apps.get_app_config("oscar").urls[0])))


def fill() -> None:
    from django.contrib.auth import get_user_model  # noqa: PLC0415 - its models come with set-up
    from oscar.apps.catalogue.categories import create_from_breadcrumbs  # noqa: PLC0415
    from oscar.core.loading import get_model  # noqa: PLC0415

    call_command("migrate", verbosity=0, interactive=False, run_syncdb=True)
    partner = get_model("partner", "Partner").objects.create(name="Teahouse")
    kind = get_model("catalogue", "ProductClass").objects.create(
        name="Thing", requires_shipping=False, track_stock=False
    )
    weight = kind.attributes.create(name="Weight", code="weight", type="integer")
    categories = [create_from_breadcrumbs(name) for name in CATEGORIES]
    product = get_model("catalogue", "Product")
    for number in range(1, PRODUCTS + 1):
        made = product.objects.create(
            title=f"Thing number {number}",
            upc=f"T{number:04}",
            product_class=kind,
            description=f"<p>The {number}. thing, made of clay.</p>" * (1 + number % 3),
        )
        made.attribute_values.create(attribute=weight, value_integer=100 + number)
        made.categories.add(categories[number % len(categories)])
        get_model("partner", "StockRecord").objects.create(
            product=made,
            partner=partner,
            partner_sku=f"S{number}",
            price_currency="GBP",
            price=Decimal(number) + Decimal("0.99"),
            num_in_stock=number,
        )
    call_command("rebuild_index", verbosity=0, interactive=False)
    get_user_model().objects.create_user("ann", USER, PASSWORD, first_name="Ann", last_name="Tea")


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def main() -> None:
    folder = Path(sys.argv[1])
    configure(folder)
    if not (folder / "shop.sqlite3").exists():
        fill()
    application = StaticFilesHandler(get_wsgi_application())
    server = make_server("127.0.0.1", 0, application, Server, Quiet)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)  # noqa: T201 - whoever started it reads it
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
