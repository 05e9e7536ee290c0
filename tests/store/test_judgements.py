"""What people say of results is kept, the last word of each."""

from pagekin.store.judgements import JudgedResult, judge, judgement_of


def test_the_last_word_counts_for_each_crawler_apart(store):
    with store.connection() as connection:
        judge(connection, 1, JudgedResult("ab", anomaly=True, who="eve", at=1.5))
        judge(connection, 2, JudgedResult("ab", anomaly=True, who="eve", at=2.5))
        judge(connection, None, JudgedResult("ab", anomaly=True, who="eve", at=3.5))
        last = JudgedResult("ab", anomaly=False, who="bob", at=4.5, note="a sale")
        judge(connection, 1, last)
        judge(connection, None, last)
        assert judgement_of(connection, 1, "ab") == last
        assert judgement_of(connection, None, "ab") == last
        assert judgement_of(connection, 2, "ab").anomaly
        assert judgement_of(connection, 1, "cd") is None
        assert connection.rows("SELECT count(*) FROM pagekin_judgement") == [(3,)]
