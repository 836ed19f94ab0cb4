# SPDX-License-Identifier: Apache-2.0
"""Measures the first sync of podcast apps: a whole history up, and down again.

Usage: bench.py PROGRAMS ACTIONS
PROGRAMS has stated and stated-web. An episode has four actions: it is downloaded, played in two
parts and deleted. One app uploads all of them in one request. Then the web server starts again, and
another app downloads them, page by page. Fails if the download takes longer than 2 s for 100,000
actions, or stated-web more than 100 MiB.
"""
import base64
import http.client
import json
import pathlib
import sys
import tempfile
import time

from programs import daemon, web

SECONDS, MEBIBYTES = 2, 100
FEED = "https://feeds.example.org/shows/%d/feed.xml"
MEDIA = "https://media.example.org/shows/%d/episodes/%d/a-title-of-the-usual-length.mp3"


def history(count):
    """The actions of a client, as it writes them."""
    began = int(time.time()) - 2 * count
    for number in range(count):
        episode, kind = divmod(number, 4)
        action = {"podcast": FEED % (episode // 100), "episode": MEDIA % (episode // 100, episode),
                  "guid": f"tag:example.org,2026:{episode}", "device": "phone",
                  "timestamp": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(began + number)),
                  "action": ("download", "play", "play", "delete")[kind]}
        if action["action"] == "play":
            action |= {"started": (0, 0, 1_000)[kind], "position": (0, 1_000, 3_600)[kind], "total": 3_600}
        yield action


class App:
    """A client of the web server at a port."""

    def __init__(self, port, user, password):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        secret = base64.b64encode(f"{user}:{password}".encode()).decode()
        self.headers = {"Authorization": f"Basic {secret}", "Content-Type": "application/json"}
        self.path = f"/api/2/episodes/{user}.json"

    def request(self, method, query="", body=None):
        self.connection.request(method, self.path + query, body, self.headers)
        response = self.connection.getresponse()
        content = response.read()
        assert response.status == 200, f"status {response.status}: {content[:200]}"
        return json.loads(content)

    def download(self):
        """The number of actions in all pages; a page that is not the last one has an old cursor."""
        count, cursor = 0, 0
        while True:
            page = self.request("GET", f"?since={cursor}")
            count += len(page["actions"])
            if page["timestamp"] > time.time():
                return count
            cursor = page["timestamp"]


def most_memory(process):
    """The largest resident size of a process, in MiB."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def main(programs, count):
    body = json.dumps(list(history(count)), separators=(",", ":")).encode()

    def report(what, began, server):
        """Prints a line; returns the time and the memory."""
        seconds, memory = time.monotonic() - began, most_memory(server)
        print(f"{what}: {seconds:.2f} s, stated-web {memory:.0f} MiB", flush=True)
        return seconds, memory

    with tempfile.TemporaryDirectory() as place, daemon(programs, place, "phone", "tablet") as (phone, tablet):
        with web(programs, place) as (server, found):
            began = time.monotonic()
            App(found[1], *phone).request("POST", body=body)
            _, most = report(f"upload of {count:,} actions, {len(body) / 1e6:.0f} MB", began, server)
        with web(programs, place) as (server, found):
            began = time.monotonic()
            received = App(found[1], *tablet).download()
            seconds, memory = report(f"download of {received:,} actions", began, server)
    assert received == count * 3 // 4, "actions are missing"
    sys.exit(seconds > SECONDS * count / 100_000 or max(most, memory) > MEBIBYTES)


main(pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]))
