"""pagekin for agents: the same things as on the command line, as tools of the Model Context Protocol."""
