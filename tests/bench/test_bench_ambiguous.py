"""A few of the cases of `bench.extraction.ambiguous`."""

import pytest
from bench.extraction.ambiguous import judged, made_case


@pytest.mark.parametrize("seed", range(30_000, 30_012))
def test_of_ambiguous_examples_none_is_wrong_without_a_word(seed):
    assert judged(made_case(seed)) != "silent"
