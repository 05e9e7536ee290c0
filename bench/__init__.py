"""The benchmark: learned crawlers against real sites with known answers, beside their rivals."""
