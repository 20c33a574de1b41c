#!/bin/sh
# Make node_modules hold what the client's checks need (nothing of it is needed to play); at once if it does.
set -eu
cd "$(dirname "$0")/.."
stamp=node_modules/wendekreis-stamp
if ! node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' 2>/dev/null || ! command -v npm >/dev/null; then
  echo "The client's checks need Node 20 or newer with npm (only the tests do; playing needs neither)." >&2
  exit 1
fi
key=$(cat package.json package-lock.json | cksum)
if [ "$(cat "$stamp" 2>/dev/null || true)" = "$key" ]; then exit 0; fi
echo "Installing the type checker of the client into node_modules …" >&2
npm ci --silent || { echo "npm ci failed; run it without --silent to see why." >&2; exit 1; }
echo "$key" > "$stamp"
