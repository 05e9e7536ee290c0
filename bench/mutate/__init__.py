"""Do the tests notice when the code is wrong? Small faults are put into a package, one at a time."""
