"""What is not clear after learning is asked, and what was answered is learned from."""

from dataclasses import dataclass, field

import pytest

from pagekin.app.learn import Learning, LearnRequest, task_from
from pagekin.navigation import KinQuestion, KinReading
from pagekin.settings import Settings
from pagekin.site import Stop

SAMPLE = "http://h.test/p/1"


def question(page, *, assumed=True):
    return KinQuestion((f"http://h.test/{page}",), assumed, KinReading(50, ()), KinReading(20, ()))


@dataclass
class CrawlerWith:
    """The part of a crawler that is looked at."""

    questions: tuple[KinQuestion, ...]


@dataclass
class Learned:
    crawler: CrawlerWith


@dataclass
class Rounds(Learning):
    """A learning whose results are known beforehand, one for each time that it learns."""

    results: list[tuple[KinQuestion, ...]]
    answers: list[bool | None]
    tasks: list = field(default_factory=list)

    def __post_init__(self):
        settings = Settings()
        answers = iter(self.answers)
        task = task_from((SAMPLE,), None, settings)
        self._request = LearnRequest(task, settings, ask=lambda _: next(answers))

    def _run(self, task, stop, *, again=False):
        assert again == bool(self.tasks)
        self.tasks.append(task)
        return Learned(CrawlerWith(self.results[len(self.tasks) - 1]))


def told(rounds):
    rounds.learn(Stop())
    return [(task.samples[1:], task.negatives) for task in rounds.tasks]


A, B, C = (f"http://h.test/{page}" for page in "abc")


def test_answers_are_learned_from_one_after_the_other():
    rounds = Rounds([(question("a"),), (question("b"),), ()], [False, False])
    assert told(rounds) == [((), ()), ((), (A,)), ((), (A, B))]


def test_nothing_is_learned_again_if_it_is_as_assumed():
    assert told(Rounds([(question("a"),)], [True])) == [((), ())]
    assert told(Rounds([(question("a", assumed=False),)], [False])) == [((), ())]


def test_what_was_confirmed_is_kept_in_mind_for_the_next_question():
    rounds = Rounds([(question("a"), question("b")), (question("b"),), ()], [True, False])
    assert told(rounds) == [((), ()), ((A,), ()), ((A,), (B,))]


def test_who_does_not_know_is_asked_no_further():
    assert told(Rounds([(question("a"), question("b"))], [None])) == [((), ())]


def test_three_questions_are_enough():
    rounds = Rounds([(question(page),) for page in "abcd"], [False] * 3)
    assert told(rounds)[-1] == ((), (A, B, C))
    assert len(rounds.tasks) == 4


@pytest.mark.parametrize("is_interrupted", [False, True])
def test_nobody_is_asked_without_anybody_to_ask_or_after_an_interruption(is_interrupted):
    rounds = Rounds([(question("a"),)], [])
    stop = Stop()
    if is_interrupted:
        stop.interrupted.set()
    else:
        rounds._request = LearnRequest(rounds._request.task, Settings())
    rounds.learn(stop)
    assert len(rounds.tasks) == 1
