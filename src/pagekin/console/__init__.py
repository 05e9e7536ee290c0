"""The console: pagekin in a browser, for several people.

A thin edge like the command line: views read a form, call `pagekin.app`, and show what comes back. Who may
do what is declared at each view and decided in `access`; long work is a row of `jobs`, done by a worker.
"""
