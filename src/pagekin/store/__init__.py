"""Store: sites, crawlers, crawls, pages and what was extracted from them, in SQLite or PostgreSQL.

Importing it sets Django up, if nobody else has: its models can be used at once. Whatever writes many rows
goes through plain SQL in one transaction with the mark that the work is done; see `writer`.
"""

from pagekin.store.django_setup import set_up

set_up()
