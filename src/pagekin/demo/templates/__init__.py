"""How the demo shop looks: each module turns values of the model into HTML, XML or SVG."""
