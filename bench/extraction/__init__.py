"""How well fields are extracted: learned by example and by itself, beside the rivals."""
