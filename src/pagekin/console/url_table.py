"""The addresses of the console: what the modules with views and operations have declared, and nothing else."""

import importlib

from django.urls import path

from pagekin.console.access import ROUTES
from pagekin.console.api.api_urls import api_urls

# Every module with views; its declarations are its part of the table.
VIEW_MODULES = (
    "pagekin.console.home_page",
    "pagekin.console.health_page",
    "pagekin.console.accounts.login_pages",
    "pagekin.console.accounts.password_pages",
    "pagekin.console.accounts.people_pages",
    "pagekin.console.accounts.audit_page",
    "pagekin.console.jobs.job_pages",
    "pagekin.console.api.token_pages",
    "pagekin.console.pages.overview_page",
    "pagekin.console.pages.running_actions",
    "pagekin.console.pages.records_page",
    "pagekin.console.pages.export_pages",
    "pagekin.console.pages.changes_page",
    "pagekin.console.pages.failures_page",
    "pagekin.console.pages.map_page",
    "pagekin.console.pages.template_page",
    "pagekin.console.pages.settings_page",
    "pagekin.console.pages.versions_page",
    "pagekin.console.finding.beginning_pages",
    "pagekin.console.finding.found_pages",
    "pagekin.console.finding.fields_page",
    "pagekin.console.finding.schedule_pages",
    "pagekin.console.picking.picker_pages",
    "pagekin.console.asking.ask_page",
    "pagekin.console.asking.saved_pages",
    "pagekin.console.asking.export_page",
    "pagekin.console.asking.verify_pages",
    "pagekin.console.asking.link_pages",
    "pagekin.console.asking.history_page",
    "pagekin.console.asking.subscription_pages",
    "pagekin.console.asking.channel_pages",
    "pagekin.console.asking.report_pages",
)

for module in VIEW_MODULES:
    importlib.import_module(module)

urlpatterns = [
    *(path(one.path, one.view, name=one.name) for one in ROUTES.values()),
    path("api/", api_urls),  # each operation of which declares who may, too
]
handler400 = "pagekin.console.error_pages.bad_request"
handler403 = "pagekin.console.error_pages.forbidden"
handler404 = "pagekin.console.error_pages.not_found"
handler500 = "pagekin.console.error_pages.server_error"
