# SPDX-License-Identifier: Apache-2.0
"""What the tests and pictures of the page show."""
import json
import signal
import socket
import subprocess
import time

from harness import wait

HOUR = 3_600


def make_film(folder):
    """Makes a short film that mpv plays; returns its path."""
    path = folder / "Night Train.mkv"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=64x48:r=5:d=900",
         "-f", "lavfi", "-i", "sine=d=900", "-c:v", "mpeg4", "-c:a", "mp2", str(path)], check=True)
    return path


def fill(machine, count):
    """Saves many points, the one with number 0 being the oldest."""
    start = int(time.time() * 1000) - 20 * HOUR * 1000
    for first in range(0, count, 500):
        snapshots = [{
            "item": f"film-{number:07}.mkv", "player": "mpv" if number else "dusty", "status": "paused",
            "title": f"Film {number:07}", "position": 60.0 + number % 5000, "duration": 6000.0,
            "at": start + number * 10,
        } for number in range(first, min(count, first + 500))]
        machine.call("io.stated.Playback.SaveMany", snapshots=snapshots)


def furnish(machine):
    """Makes a household: players, queues, a history, alerts."""
    now = int(time.time() * 1000)

    def save(item, title, position, duration, player="mpv", age=0, **others):
        machine.save(item, position, player=player, title=title, duration=duration,
                     at=now - int(age * HOUR * 1000), **others)

    save("file:///srv/films/The%20Third%20Man.mkv", "The Third Man", 1_800, 6_240, age=20)
    save("file:///srv/films/The%20Third%20Man.mkv", "The Third Man", 3_900, 6_240, age=12, cause="seek")
    save("file:///srv/films/The%20Third%20Man.mkv", "The Third Man", 2_500, 6_240, age=6, cause="seek",
         player="vlc")
    save("file:///srv/films/The%20Third%20Man.mkv", "The Third Man", 4_460, 6_240, age=1, cause="seek",
         player="vlc")
    for number, title in enumerate(["Radiolab: Colors", "In Our Time: The Tides",
                                    "99% Invisible: Curb Cuts", "The Memory Palace"]):
        save(f"https://podcasts.example/{number}.mp3", title, 300 + 700 * number, 3_600,
             player="gpodder", age=2 + number)
    for number in range(1, 4):
        save(f"file:///srv/series/Dark/Dark%20S01E0{number}.mkv", None, 600 * number, 3_000,
             age=10 - number)
    save("file:///srv/music/Mahler%206.flac", "Mahler: Symphony No. 6", 2_950, 4_980, player="rhythmbox",
         age=0.4)
    machine.call("io.stated.Session.SetQueue", player="mpv", items=[
        "file:///srv/films/Stalker.mkv", "file:///srv/films/Playtime.mkv"])
    machine.call("io.stated.Session.ReportUnavailable", player="gpodder",
                 item="https://podcasts.example/3.mp3", reason="404 Not Found")


def disagree(machine, tablet, item):
    """Lets two devices change an item without knowing of one another; the folder is away meanwhile."""
    away = machine.shared.with_name("away")
    machine.shared.rename(away)
    machine.save(item, 1_500, player="mpv", title="Playtime", duration=7_440)
    tablet.save(item, 4_000, player="tv", title="Playtime", duration=7_440)
    wait("both devices offline", lambda: all(
        device.call("io.stated.Sync.GetStatus")["status"]["state"] == "offline"
        for device in (machine, tablet)))
    # The tablet sends what knows nothing of the machine, so that it is the machine that decides.
    machine.daemon.send_signal(signal.SIGSTOP)
    away.rename(machine.shared)
    tablet.call("io.stated.Sync.SyncNow")
    machine.daemon.send_signal(signal.SIGCONT)
    machine.call("io.stated.Sync.SyncNow")
    wait("a conflict", lambda: machine.call("io.stated.Sync.ListConflicts")["conflicts"])


class Surface:
    """A player that plays and may be controlled, as long as its connections last."""

    def __init__(self, machine, player, item, title, position, duration):
        self.connection, self.requests = (socket.socket(socket.AF_UNIX) for _ in range(2))
        for connection in (self.connection, self.requests):
            connection.connect(machine.socket)
        self.requests.settimeout(20)
        self.requests.sendall(json.dumps({"method": "io.stated.Session.Obey", "more": True,
            "parameters": {"player": player, "actions": [
                "play", "pause", "seek", "next", "previous"]}}).encode() + b"\0")
        self.call("io.stated.Session.Attach", player=player, surface="main")
        self.call("io.stated.Playback.Save", snapshot={
            "item": item, "player": player, "title": title, "status": "playing", "rate": 1.0,
            "position": position, "duration": duration, "cause": "seek"})

    def call(self, method, **parameters):
        message = {"method": method, "parameters": parameters}
        self.connection.sendall(json.dumps(message).encode() + b"\0")
        reply = b""
        while not reply.endswith(b"\0"):
            reply += self.connection.recv(1 << 16)
        assert b'"error"' not in reply[:10], reply

    def answer(self, **reply):
        """Waits for a request, and answers it."""
        message = b""
        while not message.endswith(b"\0"):
            message += self.requests.recv(1 << 16)
        number = json.loads(message[:-1])["parameters"]["request"]
        self.call("io.stated.Session.AnswerRequest", request=number, **reply)

    def close(self):
        self.connection.close()
        self.requests.close()
