#!/bin/sh
# Run a command; if it succeeds print its last lines only (blank ones apart), if it fails all it said: quietly.sh LINES COMMAND …
lines=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT
if "$@" >"$log" 2>&1; then
  grep -av "^[[:space:]]*$" "$log" | tail -n "$lines"
else
  status=$?
  cat "$log"
  echo "failed with status $status: $*" >&2
  exit "$status"
fi
