"""Kiwi behind the morphology port."""

from concurrent.futures import ThreadPoolExecutor

from server.adapters.kiwi.morphology import KiwiMorphology
from tests.fakes.one_kiwi import one_kiwi

TEXTS = ["자동차를 폐차했어요", "수도요금이 얼마예요", "", "a\x00b 가", "😀", "제12조의2"]


def test_its_version_is_known_before_anything_is_loaded():
    morphology = KiwiMorphology()
    assert morphology.version.startswith("kiwipiepy-")
    assert vars(morphology)["_kiwi"] is None


def test_morphemes_are_spans_of_the_text_in_order():
    found = one_kiwi().morphemes("자동차를 폐차했어요")
    assert [(one.form, one.tag) for one in found][:3] == [("자동차", "NNG"), ("를", "JKO"), ("폐차", "NNG")]
    assert all("자동차를 폐차했어요"[one.start : one.end] == one.form for one in found if one.tag == "NNG")
    assert not any("-" in one.tag for one in one_kiwi().morphemes("집을 지어서 물어 봤어요"))


def test_many_texts_come_back_in_their_order():
    assert list(one_kiwi().morphemes_many(TEXTS)) == [one_kiwi().morphemes(text) for text in TEXTS]


def test_threads_share_one_instance():
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(one_kiwi().morphemes, TEXTS * 20))
    assert found == [one_kiwi().morphemes(text) for text in TEXTS] * 20
