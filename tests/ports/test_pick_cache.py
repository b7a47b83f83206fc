"""One suite for every pick cache: the real one and the twin in memory."""

import threading

import pytest

from server.adapters.sqlite.pick_cache import SqlitePickCache
from server.domain.pick import Candidate, Picks
from tests.fakes.cards import CountingMetrics
from tests.fakes.pick_cache import FakePickCache

PICKS = Picks(
    names=("신분증", "임대차계약서 사본"),
    candidates=(
        Candidate(name="신분증", start=3, end=6),
        Candidate(name="임대차계약서 사본", start=8, end=17),
    ),
    raw_reply='{"items": ["신분증", "임대차계약서 사본"]}',
    usage={"prompt_tokens": 300, "output_tokens": 12},
)
NOTHING = Picks(names=(), candidates=())


FAULT = ("pick_cache", "fault")


@pytest.fixture
def metrics():
    return CountingMetrics()


@pytest.fixture(params=["sqlite", "memory"])
def make_cache(request, tmp_path, metrics):
    def make(**options):
        if request.param == "memory":
            return FakePickCache(metrics=metrics, **options)
        cache = SqlitePickCache(tmp_path / "picks.sqlite", metrics=metrics, **options)
        request.addfinalizer(cache.close)
        return cache

    return make


def test_what_was_put_comes_back_equal(make_cache, metrics):
    cache = make_cache()
    cache.put("one", PICKS)
    cache.put("two", NOTHING)
    assert cache.get("one") == PICKS
    assert cache.get("two") == NOTHING
    assert metrics.counts == []


def test_an_unknown_key_is_a_miss_and_no_fault(make_cache, metrics):
    cache = make_cache()
    assert cache.get("never put") is None
    assert metrics.counts == []


def test_the_last_writer_wins(make_cache):
    cache = make_cache()
    cache.put("one", NOTHING)
    cache.put("one", PICKS)
    assert cache.get("one") == PICKS


def test_it_is_bounded_and_the_oldest_go_first(make_cache):
    cache = make_cache(max_entries=3)
    for name in ("a", "b", "c", "a", "d"):  # a is put again, so b is the oldest
        cache.put(name, PICKS)
    kept = {name for name in "abcd" if cache.get(name)}
    assert "b" not in kept
    assert "d" in kept
    assert len(kept) <= 3


@pytest.mark.parametrize("key", ["", "가" * 500, "'; DROP TABLE picks; --"])
def test_any_text_is_a_key(make_cache, key):
    cache = make_cache()
    cache.put(key, PICKS)
    assert cache.get(key) == PICKS


def test_many_threads_may_use_it(make_cache, metrics):
    cache = make_cache()

    def work(name):
        for number in range(50):
            cache.put(f"{name}{number}", PICKS)
            assert cache.get(f"{name}{number}") == PICKS

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert metrics.counts == []
    assert cache.get("d49") == PICKS


def test_a_store_fault_is_a_miss_and_is_counted(make_cache, metrics):
    cache = make_cache()
    cache.put("one", PICKS)
    if isinstance(cache, FakePickCache):
        cache.broken = True
    else:
        cache.close()
    cache.put("two", PICKS)
    assert cache.get("one") is None
    assert metrics.counts == [FAULT] * 2


def test_sqlite_keeps_its_picks_over_a_restart(tmp_path, metrics):
    first = SqlitePickCache(tmp_path / "data" / "picks.sqlite", metrics=metrics)
    first.put("one", PICKS)
    first.close()
    second = SqlitePickCache(tmp_path / "data" / "picks.sqlite", metrics=metrics)
    assert second.get("one") == PICKS
    second.close()


def test_two_processes_may_share_the_file(tmp_path, metrics):
    server, warm_up = (SqlitePickCache(tmp_path / "picks.sqlite", metrics=metrics) for _ in range(2))
    warm_up.put("one", PICKS)
    assert server.get("one") == PICKS
    server.close()
    warm_up.close()


def test_a_damaged_file_is_replaced_and_counted(tmp_path, metrics):
    path = tmp_path / "picks.sqlite"
    path.write_bytes(b"this is no database" * 100)
    cache = SqlitePickCache(path, metrics=metrics)
    cache.put("one", PICKS)
    assert cache.get("one") == PICKS
    assert metrics.counts == [FAULT]
    cache.close()


def test_a_place_that_cannot_be_written_makes_a_cache_that_only_misses(tmp_path, metrics):
    (tmp_path / "file").write_text("in the way")
    cache = SqlitePickCache(tmp_path / "file" / "picks.sqlite", metrics=metrics)
    cache.put("one", PICKS)
    assert cache.get("one") is None
    assert metrics.counts == [FAULT] * 3


def test_a_row_that_is_not_ours_is_a_miss(tmp_path, metrics):
    path = tmp_path / "picks.sqlite"
    cache = SqlitePickCache(path, metrics=metrics)
    cache.put("one", PICKS)
    cache._connection.execute("UPDATE picks SET picks = '[1, 2]'")
    assert cache.get("one") is None
    assert metrics.counts == [FAULT]
    cache.close()
