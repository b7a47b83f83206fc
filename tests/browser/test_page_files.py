"""How the page's files are served: under the policy, revalidated, and nothing but them."""

import httpx
import pytest

pytestmark = pytest.mark.loopback

NEEDED = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
}


@pytest.mark.parametrize("path", ["/", "/pages/js/main.js", "/pages/base.css", "/pages/icon.svg"])
def test_every_file_comes_under_the_policy(url, path):
    answer = httpx.get(url + path)
    assert answer.status_code == 200
    assert set(answer.headers["content-security-policy"].split("; ")) >= NEEDED
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_file_that_the_browser_has_is_not_sent_again(url):
    first = httpx.get(f"{url}/pages/js/main.js")
    again = httpx.get(f"{url}/pages/js/main.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    changed = httpx.get(f"{url}/pages/js/main.js", headers={"If-None-Match": '"other"'})
    assert changed.content == first.content


@pytest.mark.parametrize(
    "path", ["/pages/", "/pages/js", "/pages/%2e%2e/app.py", "/pages/js/%2e%2e/%2e%2e/app.py"]
)
def test_nothing_else_is_served(url, path):
    assert httpx.get(url + path).status_code == 404


def test_a_refusal_that_a_browser_reports_is_counted(url):
    report = {"csp-report": {"violated-directive": "script-src"}}
    assert httpx.post(f"{url}/csp-report", json=report).status_code == 204
    reasons = httpx.get(f"{url}/v1/status").json()["last_hour"]["reasons"]
    assert {"kind": "csp", "reason": "violation", "count": 1} in reasons
