# SPDX-License-Identifier: Apache-2.0
"""A Debian 12 in namespaces of its own, whose process 1 is systemd."""

import os
import pathlib
import re
import shlex
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
# What a Debian with a service manager, sessions and a login over the network has, and the libraries
# that the packages need.
SYSTEM = (
    "systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,polkitd,openssh-server,libnss-systemd,"
    "libsqlite3-0,libyaml-0-2,libqrencode4,python3-minimal,procps"
)


def base(cache, name="plain", include=""):
    """Returns the folder of a Debian that nothing was done to yet; the first call makes it."""
    folder = pathlib.Path(cache) / name
    if not (folder / "done").exists():
        subprocess.run(["rm", "-rf", folder], check=True)
        downloads = pathlib.Path(cache) / "packages"
        downloads.mkdir(parents=True, exist_ok=True)
        options = ["--variant=minbase", f"--cache-dir={downloads}"]
        options += [f"--include={include}"] if include else []
        log = open(f"{folder}.log", "w")
        subprocess.run(
            ["debootstrap", *options, "bookworm", folder], check=True, stdout=log, stderr=log
        )
        (folder / "done").touch()
    return folder


class Layer:
    """A folder with the content of another one, which stays as it is."""

    def __init__(self, lower, place):
        self.place = pathlib.Path(place)
        self.root = self.place / "root"
        self.root.mkdir(parents=True)
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", self.place], check=True)
        for name in ("root", "upper", "work"):
            (self.place / name).mkdir()
        layers = f"lowerdir={lower},upperdir={self.place}/upper,workdir={self.place}/work"
        subprocess.run(["mount", "-t", "overlay", "-o", layers, "overlay", self.root], check=True)

    def add_swift(self):
        """Adds Swift's libraries, which a debug build of the programs needs, where it looks for them."""
        program = self.root / "usr/bin/stated"
        dynamic = run(["readelf", "-d", program], check=True).stdout
        for folder in re.findall(r"RUNPATH.*\[(/[^:\]]*)", dynamic):
            (self.root / folder[1:]).mkdir(parents=True)
            subprocess.run(["cp", "-a", f"{folder}/.", self.root / folder[1:]], check=True)

    def remove(self):
        subprocess.run(["umount", "-R", "-l", self.root], check=False)
        subprocess.run(["umount", "-l", self.place], check=False)
        subprocess.run(["rm", "-rf", self.place], check=False)


class Box:
    """A machine that runs until it is stopped."""

    def __init__(self, layer):
        self.layer = layer
        self.process = None
        self.pid = None
        key = layer.place / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        folder = layer.root / "root"
        (folder / "key").write_bytes(key.read_bytes())
        (folder / "key").chmod(0o600)
        self.public_key = (layer.place / "key.pub").read_text()
        groups = "/sys/fs/cgroup/unified"
        self.group = f"{groups if os.path.isdir(groups) else '/sys/fs/cgroup'}/stated-box-{os.getpid()}"

    def start(self):
        os.makedirs(self.group, exist_ok=True)
        command = (
            f"echo $$ >{self.group}/cgroup.procs && exec unshare --mount --pid --net --uts --ipc --cgroup "
            f"--fork --kill-child sh {HERE}/init.sh {shlex.quote(str(self.layer.root))}"
        )
        self.process = subprocess.Popen(["sh", "-c", command])
        until("the first process", self._find)
        until("the system", lambda: self.root("systemctl is-system-running").stdout.strip()
              in ("running", "degraded"))

    def _find(self):
        children = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        found = pathlib.Path(children).read_text().split()
        self.pid = int(found[0]) if found else None
        return self.pid

    def root(self, script, **options):
        """Runs a shell script as root in the box."""
        return run(["nsenter", "-t", str(self.pid), "-a", "sh", "-c", script], **options)

    def add_user(self, name):
        ssh = f"/home/{name}/.ssh"
        self.root(
            f"useradd -m -s /bin/bash {name} && mkdir -p {ssh} && "
            f"echo {shlex.quote(self.public_key)} >{ssh}/authorized_keys && chown -R {name}: {ssh}",
            check=True,
        )

    def user(self, name, script, **options):
        """Runs a shell script in a new session of a user, which ends with it."""
        return run(self.login(name, script), **options)

    def login(self, name, script):
        """The words of a program that runs a shell script in a new session of a user."""
        ssh = ["ssh", "-q", "-i", "/root/key", "-o", "StrictHostKeyChecking=no",
               "-o", "UserKnownHostsFile=/dev/null", f"{name}@127.0.0.1", script]
        return ["nsenter", "-t", str(self.pid), "-a", *ssh]

    def stop(self):
        """Switches the box off, and waits until it is."""
        self.root("systemctl --no-block poweroff")
        self.process.wait(60)

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        # Its processes have gone a moment later.
        until("the end of all processes", lambda: self._remove_group() or not os.path.isdir(self.group))

    def _remove_group(self):
        run(["find", self.group, "-depth", "-type", "d", "-exec", "rmdir", "{}", ";"])


class Result:
    """The end of a program."""

    def __init__(self, status, stdout, stderr):
        self.status, self.stdout, self.stderr = status, stdout, stderr

    def __repr__(self):
        return f"status {self.status}\n{self.stdout}{self.stderr}"


def run(words, check=False, timeout=60):
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=timeout,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as late:
        return Result(124, (late.stdout or b"").decode(), f"still running after {timeout} s\n")
    result = Result(done.returncode, done.stdout, done.stderr)
    if check and result.status != 0:
        raise AssertionError(f"{' '.join(words)}: {result}")
    return result


def until(what, condition, seconds=90):
    """Waits until a condition holds."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.05)
