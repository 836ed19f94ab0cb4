# SPDX-License-Identifier: Apache-2.0
"""Measures the first sync of podcast apps: a whole history up, and down again.

Usage: bench.py PROGRAMS ACTIONS
PROGRAMS has stated and stated-web. An episode has four actions: it is downloaded, played in two
parts and deleted. One app uploads all of them in one request. Then the web server starts again, and
another app downloads them, page by page. Beside each time is that of a process that takes and sends as many
bytes and does nothing else, a moment later. Fails if the download of 100,000 actions takes more than 2 s of
the processor time of both programs, or stated-web more than 100 MiB.
"""
import base64
import http.client
import json
import os
import pathlib
import socket
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
        self.received = 0

    def request(self, method, query="", body=None):
        self.connection.request(method, self.path + query, body, self.headers)
        response = self.connection.getresponse()
        content = response.read()
        self.received += len(content)
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


def processor_time(process):
    """The processor time that a process has used, in seconds."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def exchange(sent, received):
    """The time, and the processor time, in which a process takes and sends that many bytes."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        began, child = time.monotonic(), os.fork()
        if not child:
            peer = server.accept()[0]
            while sent > 0:
                sent -= len(peer.recv(1 << 16))
            peer.sendall(bytes(received))
            os._exit(0)
        with socket.create_connection(server.getsockname()) as peer:
            peer.sendall(bytes(sent))
            while peer.recv(1 << 16):
                pass
        usage = os.wait4(child, 0)[2]
    return time.monotonic() - began, usage.ru_utime + usage.ru_stime


def measure(what, processes, app, body, work):
    """Prints what some work of an app takes; returns its result, its processor time and the memory."""
    began, before = time.monotonic(), [processor_time(one) for one in processes]
    result = work()
    seconds = time.monotonic() - began
    used = [processor_time(one) - former for one, former in zip(processes, before)]
    floor, memory = exchange(len(body), app.received), most_memory(processes[-1])
    print(f"{what}: {seconds:.2f} s; processor: stated {used[0]:.2f} s, stated-web {used[1]:.2f} s; "
          f"{(len(body) + app.received) / 1e6:.0f} MB alone: {floor[0]:.2f} s, processor {floor[1]:.2f} s; "
          f"stated-web {memory:.0f} MiB", flush=True)
    return result, sum(used), memory


def main(programs, count):
    body = json.dumps(list(history(count)), separators=(",", ":")).encode()
    with tempfile.TemporaryDirectory() as place, daemon(programs, place, "phone", "tablet") as (store, accounts):
        with web(programs, place) as (server, found):
            app = App(found[1], *accounts[0])
            _, _, most = measure(f"upload of {count:,} actions", (store, server), app, body,
                                 lambda: app.request("POST", body=body))
        with web(programs, place) as (server, found):
            app = App(found[1], *accounts[1])
            received, seconds, memory = measure("download", (store, server), app, b"", app.download)
    assert received == count * 3 // 4, "actions are missing"
    sys.exit(seconds > SECONDS * count / 100_000 or max(most, memory) > MEBIBYTES)


main(pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]))
