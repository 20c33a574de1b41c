#!/bin/sh
# Resolve the newest versions that pyproject.toml and package.json allow, for every platform and every extra.
set -eu
cd "$(dirname "$0")/.."
tools/venv.sh dev
.venv/bin/python -m pip install --disable-pip-version-check --quiet uv
{
  echo "# Made by make lock: the versions that this commit was tested with. Used as constraints, by make play and make test."
  .venv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --all-extras \
    --no-header --no-annotate --no-emit-index-url pyproject.toml
} > requirements.lock.new
mv requirements.lock.new requirements.lock
npm install --package-lock-only --silent
