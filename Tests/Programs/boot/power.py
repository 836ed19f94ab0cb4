# SPDX-License-Identifier: Apache-2.0
"""The packages on a Debian 12 with a kernel of its own, in qemu: power.py PACKAGES CACHE [--only NAME ...]

Some checks are those of boot.py; the others are about what a box has none of: power that is cut, sleep, a
hardware clock that is wrong, and a kernel without user namespaces. Root alone can run it. Its processor is
software, so it takes a quarter of an hour.
"""

import re
import subprocess
import sys
import time

import boot
from boot import expect, held, installed, options, perform
from box import base, until
from machine import MACHINE, Machine

# What a time service does: the clock is set, and the kernel calls it synchronised. The words of perl make a
# call of adjtimex(2) with ADJ_STATUS and ADJ_MAXERROR.
SYNCHRONISE = "date -s @%d && perl -e '$t = pack(\"Lx4q4lx4\", 20, 0, 0, 0, 0, 0) . \"\\0\" x 160; " \
              "exit(syscall(159, $t) < 0)'"
# The checks of boot.py that take a minute here.
SHARED = [
    boot.the_first_client_of_a_login_starts_the_daemon,
    boot.sleep_and_shutdown_are_delayed_for_a_login_over_the_network,
    boot.every_user_reaches_the_daemon_of_the_machine,
    boot.the_machine_s_daemon_is_confined,
    boot.a_user_s_services_are_confined,
    boot.a_confined_daemon_writes_shared_folders,
    boot.a_stop_stores_the_last_tick,
    boot.a_poweroff_stores_the_last_tick,
]
CHECKS = [*SHARED]


def check(function):
    CHECKS.append(function)
    return function


def restarted(machine, clock="base=utc"):
    """Switches the machine off and on, with another time in its hardware clock."""
    machine.stop()
    machine.clock = clock
    machine.start()


def saved_at(machine, item):
    """The time at which a point was observed, in seconds since 1970."""
    found = machine.user("alice", f"statectl get {item} --json", check=True).stdout
    return int(re.search(r'"at" ?: ?(\d+)', found)[1]) / 1000


@check
def a_reboot_stores_the_last_tick(machine):
    expect(machine.user("alice", "statectl save show --position 7:00 && "
                        "statectl save show --position 7:01 --tick --status playing"))
    machine.stop("reboot")
    machine.start()
    expect(machine.user("alice", "statectl get show"), 0, "7:01", "paused")


@check
def a_power_cut_loses_no_acknowledged_save(machine):
    saver = subprocess.Popen(
        machine.login("alice", "n=0; while statectl save load --position $((n + 1)) >/dev/null; do "
                      "n=$((n + 1)); echo $n; done"),
        stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
    acknowledged = [int(saver.stdout.readline()) for _ in range(20)]
    machine.kill()
    acknowledged += [int(line) for line in saver.communicate(timeout=60)[0].split()]
    machine.start()
    found = machine.user("alice", "statectl get load --json", check=True).stdout
    stored = int(re.search(r'"position" ?: ?(\d+)', found)[1])
    # The last one may have been stored, and its answer lost.
    assert stored - acknowledged[-1] in (0, 1), (stored, acknowledged[-1])
    expect(machine.user("alice", "statectl health"), 0, "is ok")


def discoveries(machine):
    """The number of rounds of sync after a start or a sleep."""
    return machine.user("alice", "statectl sync log", check=True).stdout.count("discovery")


@check
def sleep_passes_time_and_ends_with_a_look_around(machine):
    machine.root(SYNCHRONISE % time.time(), check=True)
    expect(machine.user("alice", "mkdir -p films && statectl sync setup /home/alice/films --yes"))
    watch = subprocess.Popen(machine.login("alice", "exec statectl watch --item brief"),
                             stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
    expect(machine.user("alice", "statectl save long --position 1:00"))
    while True:
        # The saves before the stream has begun are not in it.
        expect(machine.user("alice", "statectl save brief --position 1:00 --ttl 60s"))
        if "saved" in watch.stdout.readline():
            break
    looks = discoveries(machine)
    machine.root("systemctl suspend", check=True)
    until("sleep", lambda: machine.command("query-status")["status"] == "suspended")
    time.sleep(60)
    machine.command("system_wakeup")
    until("the end", lambda: "expired" in watch.stdout.readline())
    expect(machine.user("alice", "statectl get brief"), 1, "expired")
    expect(machine.user("alice", "statectl get long"), 0, "1:00")
    until("a look at the remote", lambda: discoveries(machine) > looks)
    held(machine, "alice")
    expect(machine.user("alice", "pkill -x -u alice statectl; statectl sync leave --yes"))
    watch.wait(60)


@check
def a_hardware_clock_years_ahead_loses_nothing(machine):
    expect(machine.user("alice", "statectl save before --position 1:00"))
    before = saved_at(machine, "before")
    restarted(machine, "base=2036-01-01")
    expect(machine.user("alice", "statectl get before"), 1)
    expect(machine.user("alice", "statectl save during --position 2:00"))
    machine.root(SYNCHRONISE % time.time(), check=True)
    assert saved_at(machine, "before") == before
    # The wall clock was believed for 31 days at most.
    assert before < saved_at(machine, "during") < before + 31 * 86_400 + 3_600
    # A step that the kernel does not vouch for changes nothing.
    machine.root("date -s 2031-01-01", check=True)
    expect(machine.user("alice", "statectl get before && statectl get during"), 0, "1:00", "2:00")


@check
def a_hardware_clock_years_behind_loses_nothing(machine):
    expect(machine.user("alice", "statectl save before --position 1:00"))
    restarted(machine, "base=2000-01-01")
    expect(machine.user("alice", "statectl get before"), 0, "1:00")
    expect(machine.user("alice", "statectl save during --position 2:00"))
    machine.root(SYNCHRONISE % (time.time() + 3_600), check=True)
    expect(machine.user("alice", "statectl get before && statectl get during"), 0, "1:00", "2:00")


@check
def a_kernel_without_user_namespaces_is_named(machine):
    show = "systemctl --user show -p ExecMainStatus --value stated.service"
    machine.root("sysctl -w user.max_user_namespaces=0 2>/dev/null || "
                 "echo 0 >/proc/sys/user/max_user_namespaces", check=True)
    machine.user("alice", "systemctl --user stop stated.service", check=True)
    expect(machine.user("alice", "statectl get before"), 69)
    expect(machine.user("alice", show), 0, "217")
    expect(machine.user("alice", "statectl doctor"), 1, "user namespaces")
    folder = ".config/systemd/user/stated.service.d"
    expect(machine.user("alice", f"mkdir -p {folder} && ln -s /dev/null {folder}/sandbox.conf && "
                        "systemctl --user daemon-reload && statectl save free --position 1:00"))


def main():
    words = options(__doc__)
    checks = [c for c in CHECKS if not words.only or c.__name__ in words.only]
    return perform(Machine(installed(words.packages, base(words.cache, "machine", MACHINE))), checks)


if __name__ == "__main__":
    sys.exit(main())
