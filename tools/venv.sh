#!/bin/sh
# Make .venv hold this checkout, ready to play (venv.sh play) or ready to test as well (venv.sh dev); at once if it does.
#
# What was installed, and for which files, stands in .venv/wendekreis-stamp; the lock file's versions are taken as
# constraints. PYTHON names the interpreter to use; without it the first one on the path that is new enough.
set -eu
cd "$(dirname "$0")/.."
want=$1
stamp=.venv/wendekreis-stamp

key=$({ pwd; cat pyproject.toml setup.py requirements.lock; find src \( -name '*_kernel.py' -o -name '*.pxd' \) -exec cat {} +; } | cksum)
have=$(cat "$stamp" 2>/dev/null || true)
if [ "$have" = "dev $key" ] || [ "$have" = "$want $key" ]; then
  if .venv/bin/python -c '' 2>/dev/null; then exit 0; fi
fi
case $have in dev*) want=dev ;; esac # what a tester installed is not taken away by playing

fit='import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'
python=
for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
  if "$candidate" -c "$fit" 2>/dev/null; then python=$candidate; break; fi
done
if [ -z "$python" ]; then
  echo "Wendekreis needs Python 3.11 or newer with its venv module (on Debian: apt-get install python3-venv)," \
    "and found none as ${PYTHON:-python3}; PYTHON=… names another one." >&2
  exit 1
fi

# An environment that was made elsewhere, or whose Python has gone, is made afresh.
case $have in *"$key") ;; *)
  if ! .venv/bin/pip --version >/dev/null 2>&1 || [ "$(cat .venv/wendekreis-place 2>/dev/null)" != "$(pwd)" ]; then
    echo "Making the environment .venv …" >&2
    "$python" -m venv --clear .venv
  fi ;;
esac
rm -f "$stamp"
pwd > .venv/wendekreis-place
case $want in dev) what='.[dev]' ;; *) what='.' ;; esac
echo "Installing Wendekreis and what it needs into .venv …" >&2
log=.venv/wendekreis-install.log
# A setting to install for the user is meant for elsewhere: in here it would only fail.
if ! PIP_USER=0 .venv/bin/python -m pip install --disable-pip-version-check --quiet --constraint requirements.lock \
    --editable "$what" >"$log" 2>&1; then
  cat "$log" >&2
  echo "The installation failed; its last words are above." >&2
  exit 1
fi
echo "$want $key" > "$stamp"
