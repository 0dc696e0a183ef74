# Shared by the scripts beside it: find a Python, make .venv, install what is pinned. Sourced, not run.
set -euo pipefail
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$ROOT"
# Compiled code is kept even where Python was told to leave none beside the sources: without it each start takes seconds longer.
unset PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX="${PYTHONPYCACHEPREFIX:-$ROOT/.venv/pycache}"

say() { printf '%s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# The name of a Python that is new enough: the one in PYTHON, or the first found.
find_python() {
  local modules candidate candidates=(python3.14 python3.13 python3.12 python3.11 python3 python)
  # Linux distributions compile theirs with profiles of real programs: the site and its tests take a quarter less time than with
  # one that pyenv compiled.
  case "$OSTYPE" in linux*) candidates=(/usr/bin/python3 "${candidates[@]}") ;; esac
  [ -z "${PYTHON:-}" ] || candidates=("$PYTHON")
  # First one that can make .venv by itself; Debian leaves that out of its python3.
  for modules in "sys, ensurepip" "sys"; do
    for candidate in "${candidates[@]}"; do
      if "$candidate" -c "import $modules; sys.exit(sys.version_info < (3, 11))" >/dev/null 2>&1; then
        printf '%s' "$candidate"
        return
      fi
    done
  done
  fail "Python 3.11 or newer is needed and was not found. Install it, or name it: PYTHON=/path/to/python3.11 $0"
}

# ensure_venv FILE: .venv with exactly the packages pinned in FILE (run or dev); quick when nothing changed.
ensure_venv() {
  local requirements="$1" python stamp wanted
  stamp=".venv/.installed-${requirements%.txt}"
  # dev holds all of run: a venv made for the tests also serves
  [ "$requirements" = requirements.txt ] && [ -f .venv/.installed-requirements-dev ] && stamp=".venv/.installed-requirements-dev" && requirements=requirements-dev.txt
  wanted="$(cksum <"$requirements")"
  if [ -x .venv/bin/python ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then return; fi
  python="$(find_python)"
  if [ ! -x .venv/bin/python ]; then
    say "Making .venv with $("$python" --version)"
    "$python" -m venv .venv 2>/dev/null || make_venv_without_ensurepip "$python"
  fi
  say "Installing $requirements"
  install "$requirements"
  printf '%s' "$wanted" >"$stamp"
}

# install FILE: by uv where it can be had (seconds instead of minutes), else by pip. Hashes are checked either way.
install() {
  local uv=""
  if command -v uv >/dev/null 2>&1; then
    uv="uv"
  elif .venv/bin/python -m pip install -q --disable-pip-version-check uv >/dev/null 2>&1; then
    uv=".venv/bin/python -m uv"
  fi
  # The system's certificates: uv's own do not know a company's proxy.
  if [ -n "$uv" ] && VIRTUAL_ENV="$ROOT/.venv" UV_SYSTEM_CERTS=1 UV_NATIVE_TLS=1 $uv pip install -q --require-hashes -r "$1"; then return; fi
  [ -n "$uv" ] && say "uv could not install; trying pip"
  .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r "$1"
}

# Debian's python3 comes without ensurepip: uv or virtualenv can do without it.
make_venv_without_ensurepip() {
  rm -rf .venv
  if command -v uv >/dev/null 2>&1; then uv venv -q --seed --python "$1" .venv; return; fi
  if "$1" -m pip --version >/dev/null 2>&1; then
    "$1" -m pip install -q --user --break-system-packages virtualenv 2>/dev/null || "$1" -m pip install -q --user virtualenv
    "$1" -m virtualenv -q .venv
    return
  fi
  fail "this Python cannot make a virtual environment (no ensurepip, no pip). On Debian: apt-get install python3-venv"
}
