"""Tables: how good is what pagekin writes by itself, read as the person who gets it would."""
