"""Long work: rows that a worker beside the web server takes, carries out and writes down."""
