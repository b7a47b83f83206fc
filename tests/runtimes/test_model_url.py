"""The address of a model server is judged before anything is sent."""

import pytest

from ai.runtimes.url import check_url
from server.domain.errors import SettingsError


@pytest.mark.parametrize(
    ("raw", "base"),
    [
        ("http://127.0.0.1:11434", "http://127.0.0.1:11434"),
        ("http://127.0.0.1:11434/", "http://127.0.0.1:11434"),
        ("  https://models.example  ", "https://models.example"),
        ("HTTP://LOCALHOST:80", "http://localhost:80"),
        ("http://[::1]:11434", "http://[::1]:11434"),
        ("http://10.0.0.5:8000", "http://10.0.0.5:8000"),
        ("http://168.254.0.1", "http://168.254.0.1"),
    ],
)
def test_a_plain_address_is_taken_without_its_slash(raw, base):
    assert check_url(raw) == base


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "127.0.0.1:11434",
        "localhost",
        "ftp://127.0.0.1",
        "file:///etc/passwd",
        "unix:///run/ollama.sock",
        "http://",
        "http://user:secret@127.0.0.1:11434",
        "http://user@127.0.0.1",
        "http://127.0.0.1:11434/api/chat",
        "http://127.0.0.1:11434/api",
        "http://127.0.0.1:11434/v1",
        "http://127.0.0.1:11434?x=1",
        "http://127.0.0.1:11434#x",
        "http://127.0.0.1:99999",
        "http://127.0.0.1:port",
        "http://a b",
        "http://[::1",
        "http://169.254.169.254",
        "http://169.254.0.1:80/",
        "http://169.254.169.254.",
        "http://2852039166",
        "http://0xa9.0xfe.0xa9.0xfe",
        "http://0251.0376.0251.0376",
        "http://169.254.43518",
        "http://[fe80::1]",
        "http://[fe80::1%25eth0]:11434",
        "http://[::ffff:169.254.169.254]",
        "http://[::ffff:a9fe:a9fe]",
    ],
)
def test_anything_else_is_refused_with_a_remedy_and_without_its_secrets(raw):
    with pytest.raises(SettingsError) as refused:
        check_url(raw)
    assert refused.value.remedy
    assert "OLLAMA_URL" in str(refused.value)
    assert "secret" not in str(refused.value)


def test_the_remedy_for_v1_names_the_setting_of_the_other_protocol():
    with pytest.raises(SettingsError) as refused:
        check_url("http://127.0.0.1:8000/v1")
    assert "CLAUSECARD_MODEL_API=openai" in refused.value.remedy


@pytest.mark.parametrize(
    "raw", ["http://127.0.0.1:8000", "http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1/"]
)
def test_an_openai_compatible_address_may_end_in_v1(raw):
    assert check_url(raw, accepted_path="/v1") == "http://127.0.0.1:8000"
