# SPDX-License-Identifier: Apache-2.0
"""Syncs two installations of gPodder, Debian's package, with the web server and with another player.

Usage: podcasts.py PROGRAMS FOLDER
PROGRAMS has stated, stated-web and statectl; the package is unpacked into FOLDER.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import types
import unittest.mock

from programs import Orders, daemon, statectl, web

FEED = "https://feeds.example/show"
EPISODE = "https://media.example/1.mp3"


class Installation:
    """gPodder's own core in a home; it serves orders of its parent, one a line."""

    def __init__(self, server, user, password):
        import gpodder
        from gpodder import config, my
        self.config = config.Config(gpodder.config_file)
        settings = self.config.mygpo
        settings.server, settings.username, settings.password = server, user, password
        settings.device.uid, settings.enabled = "laptop", True
        self.client = my.MygPoClient(self.config)
        self.client.create_device()
        self.episode = types.SimpleNamespace(
            url=EPISODE, channel=types.SimpleNamespace(url=FEED), current_position=0,
            current_position_updated=0, total_time=0, mark=lambda is_played: None, save=lambda: None)

    def sync(self):
        self.client._worker_proc(forced=True)
        self.client.process_episode_actions(lambda feed, url: self.episode if (feed, url) == (FEED, EPISODE) else None)
        feeds = [action.url for action in self.client.get_received_actions() if action.is_add]
        return {"feeds": feeds, "position": self.episode.current_position, "enabled": self.config.mygpo.enabled}

    def play(self, position):
        """A play of a minute ago: times have whole seconds, and of equal ones gPodder keeps its own."""
        then = time.time() - 60
        with unittest.mock.patch("time.time", lambda: then):
            self.client.on_playback_full(self.episode, 0, position, 1800)
        self.episode.current_position, self.episode.current_position_updated = position, int(then)

    def subscribe(self, url):
        self.client._store.save(type(self.client).__init__.__globals__["SubscribeAction"].add(url))

    def replace(self, *urls):
        """The upload of the whole list, as a person can choose it."""
        try:
            self.client.set_subscriptions(list(urls))
            return True
        except Exception:
            return False

    def sign_in(self, password):
        self.config.mygpo.password = password


def serve(*account):
    installation = Installation(*account)
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        print(json.dumps(getattr(installation, name)(*arguments)), flush=True)
    os._exit(0)


def home(folder, packages, *account):
    """An installation in a process."""
    place = tempfile.mkdtemp(dir=folder)
    return Orders(sys.executable, __file__, "--home", *account, environment={
        "HOME": place, "GPODDER_HOME": place, "GPODDER_DOWNLOAD_DIR": place,
        "PYTHONPATH": str(packages / "usr/lib/python3/dist-packages")})


def main(programs, folder):
    packages = folder / "gpodder"
    if not packages.exists():
        for name in ("gpodder", "python3-podcastparser"):
            subprocess.run(["apt-get", "download", name], cwd=folder, check=True)
            subprocess.run(["dpkg", "-x", next(folder.glob(f"{name}_*.deb")), packages], check=True)
    with tempfile.TemporaryDirectory() as place, daemon(programs, place, "office", "den") as (_, accounts):
        with web(programs, place) as (_, found):
            homes = [home(place, packages, found[0], *account) for account in accounts]
            check(homes, statectl(programs, place), accounts[-1][1])


def waiting(statectl):
    """The number of changes that wait for each installation."""
    listed = subprocess.run([statectl[0], "web", "clients", "--json"], check=True, capture_output=True, text=True,
                            env={**os.environ, "STATED_SOCKET": statectl[-1]})
    return {app["user"]: app["waiting"] for app in map(json.loads, listed.stdout.splitlines())}


def check(homes, statectl, password):
    office, den = homes

    def position(expected, home):
        found = home.sync()["position"]
        assert found == expected, f"{found} s, not {expected} s"

    office.subscribe(FEED)
    office.play(120)
    position(120, office)
    assert den.sync()["feeds"] == [FEED]
    position(120, den)
    print("subscriptions and positions")
    subprocess.run([*statectl, "save", EPISODE, "--position", "300", "--player", "mpv"], check=True, capture_output=True)
    assert waiting(statectl) == {"office": 1, "den": 1}, waiting(statectl)
    position(300, den)
    assert waiting(statectl) == {"office": 1, "den": 0}, waiting(statectl)
    position(300, office)
    found = subprocess.run([*statectl, "get", EPISODE, "--json"], check=True, capture_output=True)
    assert json.loads(found.stdout)["position"] == 300
    print("positions of another player")
    assert office.replace(*(f"{FEED}/{number}" for number in range(4)))
    assert not office.replace()
    print("an empty list of feeds is refused")
    den.sign_in("wrong")
    assert den.sync()["enabled"] is False
    den.sign_in(password)
    print("a wrong password")


if sys.argv[1] == "--home":
    serve(*sys.argv[2:])
else:
    main(*(pathlib.Path(argument).resolve() for argument in sys.argv[1:3]))
