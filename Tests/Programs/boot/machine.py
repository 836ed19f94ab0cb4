# SPDX-License-Identifier: Apache-2.0
"""A Debian 12 with a kernel of its own, in qemu: slow, as its processor is software, but it has power, a
hardware clock, and sleep."""

import json
import shlex
import shutil
import socket
import subprocess

from box import SYSTEM, run, until

# What a machine has besides, and the box does without.
MACHINE = SYSTEM + ",linux-image-cloud-amd64,udev,kmod,initramfs-tools"
NETWORK = "[Match]\nName=eth0\n[Network]\nAddress=10.0.2.15/24\n"


class Machine:
    """A machine that runs until it is stopped. Its disk outlives it."""

    # An emulated processor is twenty times slower than this one.
    patience = 600

    def __init__(self, layer):
        self.layer = layer
        self.process = None
        self.clock = "base=utc"
        self.disk = layer.place / "disk"
        self.key = layer.place / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.key], check=True)
        self.public_key = (layer.place / "key.pub").read_text()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._prepare(layer.root)
        subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", layer.root, self.disk, "3G"], check=True)

    def _prepare(self, root):
        """Puts into the tree what a first boot needs."""
        (root / "etc/systemd/network/eth0.network").write_text(NETWORK)
        (root / "etc/fstab").write_text("/dev/nvme0n1 / ext4 defaults 0 1\n")
        (root / "etc/modules-load.d/machine.conf").write_text("virtio_pci\nvirtio_net\n")
        (root / "root/.ssh").mkdir(mode=0o700, exist_ok=True)
        (root / "root/.ssh/authorized_keys").write_text(self.public_key)
        run(["chroot", root, "systemctl", "enable", "systemd-networkd", "ssh"], check=True)
        run(["chroot", root, "systemctl", "mask", "systemd-networkd-wait-online", "e2scrub_reap",
             "getty@tty1", "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer"], check=True)
        self.kernel = next((root / "boot").glob("vmlinuz-*"))
        shutil.copy(self.kernel, self.layer.place / "kernel")

    def start(self):
        """Switches the machine on, and waits until it has booted."""
        control = self.layer.place / "control"
        self.process = subprocess.Popen([
            "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2",
            "-m", "1024", "-nodefaults", "-display", "none", "-no-reboot", "-rtc", self.clock,
            "-kernel", self.layer.place / "kernel",
            "-append", "root=/dev/nvme0n1 rw console=ttyS0 quiet net.ifnames=0 mitigations=off",
            "-serial", f"file:{self.layer.place}/console",
            "-drive", f"file={self.disk},format=raw,if=none,id=disk", "-device", "nvme,drive=disk,serial=1",
            "-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-:22",
            "-device", "virtio-net-pci,netdev=net", "-qmp", f"unix:{control},server=on,wait=off",
        ], stdin=subprocess.DEVNULL)
        until("the system", self._has_booted, self.patience)

    def _has_booted(self):
        assert self.process.poll() is None, "qemu has ended"
        state = self.root("systemctl is-system-running", timeout=60).stdout.strip()
        return state in ("running", "degraded")

    def command(self, name):
        """Gives the machine a command of its operator."""
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(str(self.layer.place / "control"))
            lines = control.makefile("rw")
            lines.readline()
            for words in ("qmp_capabilities", name):
                print(json.dumps({"execute": words}), file=lines, flush=True)
                while "return" not in (reply := json.loads(lines.readline())):
                    assert "error" not in reply, reply
            return reply["return"]

    def root(self, script, **options):
        """Runs a shell script as root."""
        return run(self.login("root", script), **{"timeout": self.patience, **options})

    def add_user(self, name):
        ssh = f"/home/{name}/.ssh"
        # Between two logins, more than the ten seconds pass that a user's services outlive the first.
        self.root(
            f"useradd -m -s /bin/bash {name} && mkdir -p {ssh} && "
            f"echo {shlex.quote(self.public_key)} >{ssh}/authorized_keys && chown -R {name}: {ssh} && "
            f"loginctl enable-linger {name}",
            check=True,
        )

    def user(self, name, script, **options):
        """Runs a shell script in a new session of a user, which ends with it."""
        return run(self.login(name, script), **{"timeout": self.patience, **options})

    def login(self, name, script):
        """The words of a program that runs a shell script in a new session of a user."""
        return ["ssh", "-q", "-i", str(self.key), "-p", str(self.port), "-o", "StrictHostKeyChecking=no",
                "-o", "UserKnownHostsFile=/dev/null", "-o", "ConnectTimeout=60", f"{name}@127.0.0.1", script]

    def stop(self, how="poweroff"):
        """Switches the machine off, and waits until it is; qemu ends with a reboot, too."""
        self.root(f"systemctl --no-block {how}")
        self.process.wait(self.patience)

    def kill(self):
        """Cuts the power."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
