"""Store: sites, crawlers, crawls, pages and what was extracted from them, in SQLite or PostgreSQL.

Writing and the questions of commands are plain SQL over a `Connection`. Django is loaded by what needs it:
importing `models` sets it up, unless a project of its own has done so.
"""
