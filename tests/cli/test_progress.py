"""Progress: how quick it is, and how long what waits will take."""

from pagekin.cli.progress import Pace, _line
from pagekin.site import Counts


def test_the_pace_is_that_of_the_last_half_minute():
    now = [0.0]
    pace = Pace(lambda: now[0])
    assert pace.told(100) == []
    for second in range(60):
        now[0] = float(second)
        pace.see(second * 20 if second >= 20 else 0)
    assert pace.per_second == 20.0
    assert pace.told(400) == ["20 a second", "about 20 s for these"]
    assert pace.told(0) == ["20 a second"]
    assert pace.told(20 * 3600 * 3)[1] == "about 3.0 h for these"


def test_a_line_tells_what_there_is():
    pace = Pace(lambda: 0.0)
    assert _line("crawling", Counts(12, 3, 1, 40), pace) == (
        "crawling: 12 pages fetched, 3 targets, 40 waiting, 1 failed"
    )
    assert _line("writing", Counts(1200), pace) == "writing: 1,200 rows"
