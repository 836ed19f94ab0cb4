# SPDX-License-Identifier: Apache-2.0
"""A daemon, its web server, players and browsers of a test's own, all of them real."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service


def wait(what, condition, seconds=20):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"not seen in {seconds} s: {what}")
        time.sleep(0.02)


class Machine:
    """Programs of one build in a directory of their own."""

    def __init__(self, binaries, device="laptop", shared=None):
        self.binaries = pathlib.Path(binaries)
        self.folder = tempfile.TemporaryDirectory(prefix="stated-web-")
        self.path = pathlib.Path(self.folder.name)
        self.device = device
        # The folder that carries what devices share.
        self.shared = shared or self.path / "shared"
        self.shared.mkdir(exist_ok=True)
        self.socket = str(self.path / "io.stated")
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": str(self.path), "STATED_SOCKET": self.socket,
            "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": str(self.path),
            "STATED_WEB_SESSIONS": str(self.path / "sessions.json"),
        }
        self.others = []
        self.daemon = None
        self.start_daemon()
        self.web = self.start("stated-web", "--listen", "127.0.0.1:0", "--daemon", self.socket, log="web.log")
        self.url = wait("the address of the web server", self.find_url)

    def start(self, name, *arguments, log=None):
        """Starts a program of the build, or another one by its path."""
        program = name if "/" in name else str(self.binaries / name)
        output = open(self.path / log, "ab") if log else subprocess.DEVNULL
        process = subprocess.Popen([program, *arguments], env=self.environment, stdout=output,
                                   stderr=output, stdin=subprocess.DEVNULL, cwd=self.path)
        self.others.append(process)
        return process

    def start_daemon(self):
        self.daemon = self.start("stated", "--socket", self.socket,
                                 "--store", str(self.path / "store" / "state.db"),
                                 "--device", self.device, "--remote", f"file://{self.shared}",
                                 log="daemon.log")
        wait("the daemon", lambda: self.try_call("io.stated.Service.GetHealth"))

    def kill_daemon(self):
        self.daemon.send_signal(signal.SIGKILL)
        self.daemon.wait()

    def find_url(self):
        text = (self.path / "web.log").read_text()
        start = text.find("http://127.0.0.1:")
        end = text.find("/", start + 8)
        return text[start:end + 1] if start >= 0 and end > 0 else None

    def try_call(self, method, **parameters):
        try:
            return self.call(method, **parameters)
        except OSError:
            return None

    def call(self, method, **parameters):
        """Calls a method over the daemon's own socket."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(20)
            connection.connect(self.socket)
            message = {"method": method, "parameters": parameters}
            connection.sendall(json.dumps(message).encode() + b"\0")
            reply = b""
            while not reply.endswith(b"\0"):
                part = connection.recv(1 << 16)
                if not part:
                    raise OSError("the connection ended")
                reply += part
        answer = json.loads(reply[:-1])
        if "error" in answer:
            raise AssertionError(f"{method}: {answer}")
        return answer.get("parameters", {})

    def save(self, item, position, player="mpv", **others):
        snapshot = {"item": item, "player": player, "status": "paused", "position": position,
                    **others}
        return self.call("io.stated.Playback.Save", snapshot=snapshot)["result"]

    def run(self, *command):
        """Runs a program of the build; returns its output."""
        run = subprocess.run([str(self.binaries / command[0]), *command[1:]], env=self.environment,
                             capture_output=True, text=True, cwd=self.path, timeout=60)
        assert run.returncode == 0, run
        return run.stdout

    def statectl(self, *arguments):
        return self.run("statectl", *arguments)

    def close(self):
        for process in self.others:
            if process.poll() is None:
                process.kill()
                process.wait()
        self.folder.cleanup()


def browser(width=1280, height=900, dark=False, script=True):
    """Starts a browser without a window on a screen."""
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--disable-background-networking", "--no-first-run",
                     f"--window-size={width},{height}", "--lang=en-GB"]:
        options.add_argument(argument)
    if dark:
        options.add_argument("--blink-settings=preferredColorScheme=0")
    if not script:
        options.add_experimental_option(
            "prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    # The window's frame does not count.
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
    return driver


def problems(driver):
    """The errors and warnings in the browser's console since the last look."""
    return [entry for entry in driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")]


PRESS = """
    const [label, text] = arguments;
    const shown = text ? [...document.querySelectorAll('#toasts .toast')].filter(one => one.innerText.includes(text)) : [document];
    const button = shown.flatMap(one => [...one.querySelectorAll('#main button, #toasts button')]).findLast(one =>
      one.offsetParent && [one.ariaLabel, one.innerText.trim()].includes(label));
    button?.click();
    return Boolean(button);
"""


def press(driver, label):
    """Presses the button of that name in the view, or in the newest message that has one."""
    wait(f"the button {label}", lambda: driver.execute_script(PRESS, label))


def undo(driver, text):
    """Presses Undo in the newest message with a text. An older change may still offer its own."""
    wait(f"a way to undo {text}", lambda: driver.execute_script(PRESS, "Undo", text))


def toasts(driver):
    return driver.execute_script("return document.getElementById('toasts').innerText")
