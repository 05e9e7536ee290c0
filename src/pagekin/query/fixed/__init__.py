"""Fixed queries: questions with a title and parameters that need not be formulated."""
