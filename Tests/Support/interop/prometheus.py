# SPDX-License-Identifier: Apache-2.0
"""Reads the metrics of the web server with Prometheus's own parser.

Usage: prometheus.py PORT
Prints the number of families; fails if one has no help or no type, if one that is promised is
missing, or if a line was not understood.
"""
import sys
import urllib.request

from prometheus_client.parser import text_string_to_metric_families

with urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/metrics") as response:
    assert response.headers["Content-Type"].startswith("text/plain; version=0.0.4"), response.headers
    text = response.read().decode()
PROMISED = """saves_total commits_total commit_seconds commit_batch restore_seconds points subscribers
skipped_total alerts_total check_ended_seconds web_streams""".split()
families = list(text_string_to_metric_families(text))
for family in families:
    assert family.documentation, f"{family.name} has no help"
    assert family.type != "unknown", f"{family.name} has no type"
declared = [line.split()[2] for line in text.splitlines() if line.startswith("# TYPE ")]
assert len(declared) == len(set(declared)) == len(families), (declared, families)
for name in PROMISED:
    assert f"stated_{name}" in declared, (name, declared)
print(len(families), "families")
