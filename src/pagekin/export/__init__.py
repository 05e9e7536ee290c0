"""A crawler as a program of its own: a Scrapy project that finds and extracts the same without pagekin."""
