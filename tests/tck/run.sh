#!/bin/bash
# Runs the agent-memory TCK over the bridge: run.sh CHECKOUT PROGRAM. Says for each tier how many scenarios pass.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
checkout=$(cd "$1" && pwd)
program=$(realpath "$2")
work=$(mktemp -d)
export CAUSEWAY_HOME=$work/home CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0 CAUSEWAY_ENGINES=embedded
bridge=
end() {
  [ -z "$bridge" ] || kill "$bridge"
  "$program" down >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap end EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install pytest pytest-asyncio pytest-json-report pydantic jinja2 pyyaml httpx aiohttp
url=$("$program" up --detach | sed -n 's#^GraphQL API *\(.*\)/graphql$#\1#p')
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
python3 "$here/bridge.py" "$url" "$port" &
bridge=$!
cd "$checkout"
for tier in bronze silver gold; do
  echo "$tier: $("$work/venv/bin/python" -m pytest -q -p no:cacheprovider -m "$tier" --bridge-url "http://127.0.0.1:$port" tck/tests/v1 2>&1 | tail -1)"
done
