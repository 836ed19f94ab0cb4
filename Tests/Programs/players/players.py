# SPDX-License-Identifier: Apache-2.0
"""The players that drive.py runs: how each is configured, started and asked to play files."""

import os
import pty
import subprocess
import sys
import time
from pathlib import Path


class Player:
    """A player of files that takes them as arguments."""

    title = ""  # The name in the manual.
    bus = ""  # The bus name after "org.mpris.MediaPlayer2.", without an instance.
    packages = ()  # The Debian package whose version is recorded, and what it needs besides.
    command = ()  # The program and its options; the files follow.

    def __init__(self, directory):
        self.directory = Path(directory)
        self.home = self.directory / "home"
        self.config = self.home / "config"
        self.process = None
        self.log = open(self.directory / "player.log", "ab")

    def prepare(self):
        """Writes the configuration, once."""

    def play(self, paths):
        """Starts the player with files."""
        self.spawn([*self.command, *map(str, paths)])

    def replay(self, paths):
        """Plays the files again, in the player that still runs."""
        self.spawn([*self.command, *map(str, paths)], keep=True)

    def item(self, path):
        """Returns the daemon's name for a file."""
        return str(path)

    def jump(self):
        """Seeks forward by about ten seconds in the player's own way; False: it has none."""
        return False

    def another(self, paths):
        """Starts a second instance with files; None: the player is there once."""
        return None

    def send(self, *arguments):
        """Sends the player an order, by a command; returns True."""
        subprocess.run(list(map(str, arguments)), stdout=self.log, stderr=self.log)
        return True

    def press(self, key):
        """Presses a key in the player's window; returns True."""
        return self.send("xdotool", "search", "--onlyvisible", "--class", self.bus.split(".")[-1],
                         "windowfocus", "--sync", "key", "--clearmodifiers", key)

    def spawn(self, arguments, keep=False, **options):
        """Starts a process in a group of its own, which kill() ends."""
        process = subprocess.Popen(
            arguments, start_new_session=True,
            **{"stdin": subprocess.DEVNULL, "stdout": self.log, "stderr": self.log, **options},
        )
        if not keep:
            self.process = process
        return process

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        """Ends the player at once, as a crash does."""
        if self.process is None:
            return
        try:
            os.killpg(self.process.pid, 9)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.process = None

    def write(self, path, text):
        """Writes a file of the configuration."""
        path = self.config / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


class Audacious(Player):
    title = "Audacious"
    bus = "audacious"
    packages = ("audacious", "audacious-plugins")
    command = ("audacious", "--headless")

    def prepare(self):
        self.write("audacious/config", "[audacious]\nuse_proxy=FALSE\n[audiofile]\n")

    def jump(self):
        return self.send("audtool", "playback-seek-relative", "10")

    def another(self, paths):
        other = Audacious(self.directory)
        other.command = (*self.command, "-2")
        other.play(paths)
        return other


class QuodLibet(Player):
    title = "Quod Libet"
    bus = "quodlibet"
    packages = ("quodlibet",)

    def prepare(self):
        self.write(
            "quodlibet/config",
            "[plugins]\nactive_plugins = mpris\n[memory]\nbrowser = SearchBar\n"
            f"[settings]\nscan = {self.directory}/music\n",
        )

    def play(self, paths):
        self.spawn(["quodlibet", "--run"])
        time.sleep(7)
        self.replay(paths)

    def replay(self, paths):
        query = "Tones" if len(paths) > 1 else "Talk"
        for option in (f"--query={query}", "--next", "--play"):
            subprocess.run(["quodlibet", option], stdout=self.log, stderr=self.log)
            time.sleep(1)

    def jump(self):
        return self.send("quodlibet", "--seek=+10")


class Celluloid(Player):
    title = "Celluloid"
    bus = "io.github.celluloid_player.Celluloid"
    packages = ("celluloid",)
    command = ("celluloid", "--mpv-options=--vo=null")

    def jump(self):
        return self.press("Right") and self.press("Right")


class SMPlayer(Player):
    title = "SMPlayer"
    bus = "smplayer"
    packages = ("smplayer",)
    command = ("smplayer",)

    def prepare(self):
        self.write(
            "smplayer/smplayer.ini",
            "[%General]\nuse_mpris2=true\nmpv_osc=false\n[advanced]\n[update_checker]\nenabled=false\n"
            "[instances]\nuse_single_instance=true\n[gui]\nreported_mplayer_is_old=true\n"
            "[share_widget]\nvisible=false\naction=0\n",
        )

    def jump(self):
        return self.send("smplayer", "-send-action", "forward1")


class Cmus(Player):
    title = "cmus"
    bus = "cmus"
    packages = ("cmus",)

    def prepare(self):
        self.write("cmus/rc", "set output_plugin=pulse\nset softvol=false\nset resume=false\n")

    def play(self, paths):
        terminal, end = pty.openpty()
        self.terminal = terminal
        self.spawn(["cmus", "--listen", self.socket], stdin=end, stdout=end, stderr=end,
                   env={**os.environ, "TERM": "xterm"})
        os.close(end)
        time.sleep(2)
        self.replay(paths)

    @property
    def socket(self):
        return str(self.directory / "run" / "cmus")

    def jump(self):
        return self.send("cmus-remote", "--server", self.socket, "--seek", "+10")

    def replay(self, paths):
        remote = ["cmus-remote", "--server", self.socket]
        subprocess.run([*remote, "-C", "player-stop", "view playlist", "clear"])
        subprocess.run([*remote, "-P", *map(str, paths)], stdout=self.log, stderr=self.log)
        time.sleep(1)
        subprocess.run([*remote, "-C", "view playlist", "win-top", "win-activate"],
                       stdout=self.log, stderr=self.log)


class MPD(Player):
    title = "mpd, mpDris2"
    bus = "mpd"
    packages = ("mpd", "mpdris2", "mpc")

    @property
    def socket(self):
        return str(self.directory / "run" / "mpd")

    def prepare(self):
        state = self.home / "mpd"
        state.mkdir(parents=True, exist_ok=True)
        self.write(
            "mpd/mpd.conf",
            f'music_directory "{self.directory}/music"\ndb_file "{state}/db"\n'
            f'bind_to_address "127.0.0.1"\nport "16600"\nauto_update "no"\n'
            f'log_file "{state}/log"\naudio_output {{\n type "pulse"\n name "null"\n}}\n',
        )
        self.write(
            "mpDris2/mpDris2.conf",
            "[Connection]\nhost = 127.0.0.1\nport = 16600\n"
            f"[Library]\nmusic_dir = file://{self.directory}/music\n"
            "[Bling]\nnotify = False\nmmkeys = False\n",
        )

    def play(self, paths):
        self.spawn(["sh", "-c", f"mpd --no-daemon {self.config}/mpd/mpd.conf & sleep 1; mpDris2 & wait"])
        time.sleep(3)
        self.replay(paths)

    def mpc(self, *arguments):
        subprocess.run(["mpc", "--host=127.0.0.1", "--port=16600", *arguments],
                       stdout=self.log, stderr=self.log)

    def jump(self):
        self.mpc("seek", "+10")
        return True

    def replay(self, paths):
        self.mpc("--wait", "update")
        self.mpc("clear")
        self.mpc("add", *(p.name for p in paths))
        self.mpc("play")


class Rhythmbox(Player):
    title = "Rhythmbox"
    bus = "rhythmbox"
    packages = ("rhythmbox", "rhythmbox-plugins", "gstreamer1.0-pulseaudio")

    def play(self, paths):
        self.spawn(["rhythmbox"])
        time.sleep(6)
        self.replay(paths)

    def client(self, *arguments):
        subprocess.run(["rhythmbox-client", "--no-start", *arguments], stdout=self.log, stderr=self.log)

    def jump(self):
        self.client("--seek=60")
        return True

    def replay(self, paths):
        self.client("--clear-queue")
        for path in paths:
            self.client("--enqueue", path.as_uri())
        time.sleep(1)
        self.client("--next")
        self.client("--play")


class Totem(Player):
    title = "Totem"
    bus = "totem"
    packages = ("totem", "totem-plugins", "gstreamer1.0-pulseaudio", "dconf-gsettings-backend")
    command = ("totem",)

    def play(self, paths):
        super().play(paths[:1])
        time.sleep(4)
        self.enqueue(paths[1:])

    def enqueue(self, paths):
        """Adds files one by one: several at once are put into its list in any order."""
        for path in paths:
            self.spawn(["totem", "--enqueue", str(path)], keep=True)
            time.sleep(1)

    def prepare(self):
        subprocess.run(["gsettings", "set", "org.gnome.totem", "active-plugins", "['mpris']"])

    def jump(self):
        return self.send("totem", "--seek-fwd")

    def replay(self, paths):
        self.spawn(["totem", "--replace", str(paths[0])], keep=True)
        time.sleep(1)
        self.enqueue(paths[1:])


class Strawberry(Player):
    title = "Strawberry"
    bus = "strawberry"
    packages = ("strawberry", "gstreamer1.0-pulseaudio")

    def play(self, paths):
        self.spawn(["strawberry"])
        time.sleep(5)
        self.replay(paths)

    def jump(self):
        return self.send("strawberry", "--seek-by", "10")

    def replay(self, paths):
        self.spawn(["strawberry", "--load", *map(str, paths)], keep=True)
        time.sleep(1)
        self.spawn(["strawberry", "--play-track", "0"], keep=True)


class MPV(Player):
    """mpv with mpv-mpris: the other player of a hand-over, and one that is often there twice."""

    title = "mpv"
    bus = "mpv"
    packages = ("mpv", "mpv-mpris")
    command = ("mpv", "--no-terminal", "--vo=null", "--force-window=no")

    def another(self, paths):
        other = MPV(self.directory)
        other.play(paths)
        return other


class Browser(Player):
    """A browser that shows page.html, which plays the files."""

    port = 18080

    def __init__(self, directory):
        super().__init__(directory)
        self.mode = "push"

    def address(self, paths):
        names = ",".join(path.name for path in paths)
        return f"http://localhost:{self.port}/page.html?mode={self.mode}&songs={names}"

    def item(self, path):
        if self.mode == "none":
            return self.album
        return f"http://localhost:{self.port}/listen/{path.name}"

    def play(self, paths):
        self.album = self.address(paths)
        self.spawn([*self.command, self.address(paths)])

    def play_privately(self, paths):
        """Plays in a private window; False: the browser is not followed in any window."""
        return False

    def replay(self, paths):
        """The page does so when it is asked to play after its end."""


class Firefox(Browser):
    title = "Firefox"
    bus = "firefox"
    packages = ("firefox-esr",)

    def prepare(self):
        settings = {
            "media.autoplay.default": 0, "media.autoplay.blocking_policy": 0,
            "media.hardwaremediakeys.enabled": True, "browser.shell.checkDefaultBrowser": False,
            "browser.aboutwelcome.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
            "app.update.enabled": False, "browser.sessionstore.resume_from_crash": False,
            "toolkit.startup.max_resumed_crashes": -1, "network.captive-portal-service.enabled": False,
            "termsofuse.bypassNotification": True, "browser.startup.homepage_override.mstone": "ignore",
        }
        lines = (f'user_pref("{key}", {str(value).lower() if isinstance(value, (bool, int)) else chr(34) + value + chr(34)});\n'
                 for key, value in settings.items())
        text = "".join(lines)
        for profile in ("firefox", "firefox2"):
            (self.home / profile).mkdir(parents=True, exist_ok=True)
            (self.home / profile / "user.js").write_text(text)
        self.use("firefox")

    def use(self, profile):
        """Has the browser run with a profile of its own, as another instance must."""
        self.command = ("firefox-esr", "--profile", str(self.home / profile), "--new-instance")

    def jump(self):
        return self.press("Right")

    def another(self, paths):
        other = Firefox(self.directory)
        other.use("firefox2")
        other.play(paths)
        return other

    def play_privately(self, paths):
        self.album = self.address(paths)
        self.spawn([*self.command, "--private-window", self.album])
        return True


class Chromium(Browser):
    title = "Chromium"
    bus = "chromium"
    packages = ("chromium",)

    def prepare(self):
        self.command = (
            "chromium", "--no-sandbox", "--no-first-run", "--disable-gpu", "--disable-sync",
            "--autoplay-policy=no-user-gesture-required", "--disable-features=Translate",
            "--password-store=basic", f"--user-data-dir={self.home}/chromium",
        )


PLAYERS = {
    "audacious": Audacious, "quodlibet": QuodLibet, "celluloid": Celluloid, "smplayer": SMPlayer,
    "cmus": Cmus, "mpd": MPD, "rhythmbox": Rhythmbox, "totem": Totem, "strawberry": Strawberry,
    "firefox": Firefox, "chromium": Chromium, "mpv": MPV,
}

if __name__ == "__main__":
    # The Debian packages of the players that are named.
    if unknown := [name for name in sys.argv[1:] if name not in PLAYERS]:
        sys.exit(f"no such player: {', '.join(unknown)}; there are {', '.join(PLAYERS)}")
    print(*dict.fromkeys(package for name in sys.argv[1:] for package in PLAYERS[name].packages))
