"""Running what is due: the scheduler, the leases of its runs, and the cycle that each run goes through."""
