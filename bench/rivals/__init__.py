"""What people use without pagekin: programs that fetch a whole site, measured on the same sites."""
