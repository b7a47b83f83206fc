"""Content words of the three languages, also from many threads at once."""

from concurrent.futures import ThreadPoolExecutor

from server.apps.answers.lexicons import LANGUAGES, lexicon_version, load_lexicons
from server.apps.answers.words import stemmed, tokeniser
from tests.fakes.one_kiwi import one_kiwi

LEXICONS = load_lexicons()


def test_a_run_of_nouns_is_one_word_with_its_morphemes_and_knows_its_subject_mark():
    words = tokeniser("ko", one_kiwi(), LEXICONS["ko"])("임대차계약서는 신분증과 함께 낸다")
    assert [(word.form, word.subject, word.predicate) for word in words] == [
        ("임대차계약서", True, False),
        ("신분증", False, False),
        ("함께", False, False),
        ("내", False, True),
    ]


def test_names_inside_a_sentence_are_told_from_its_first_word():
    words = stemmed("en", LEXICONS["en"])("The Greenfield Office. Offices open daily")
    assert [word.form for word in words if word.name] == ["greenfield", "office"]


def test_many_threads_get_the_same_stems():
    texts = ["The tenants returned their deposits within fourteen working days"] * 200
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(stemmed("en", LEXICONS["en"]), texts))
    assert len(found) == 1


def test_light_words_are_plain_and_the_version_follows_the_files():
    assert all(LEXICONS[language].light <= LEXICONS[language].plain for language in LANGUAGES)
    assert lexicon_version() == lexicon_version()
    assert len(lexicon_version()) == 12
