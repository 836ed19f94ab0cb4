# SPDX-License-Identifier: Apache-2.0
"""The packages on a Debian 12 whose process 1 is systemd: boot.py PACKAGES CACHE [--only NAME ...] [--long]

PACKAGES is the folder of “make deb”, CACHE keeps the Debian that was downloaded. Each check is a function
below; all of them share a machine. Root alone can run it. --long adds the checks that take
more than a few seconds. --only runs the named ones, of which some go on from those before them.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

from box import SYSTEM, Box, Layer, base, run, until

MACHINE = "STATED_SOCKET=/run/stated/io.stated"
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def slow(function):
    """A check for --long alone."""
    function.is_slow = True
    return check(function)


def expect(result, status=0, *texts):
    assert result.status == status, f"status {status} was expected: {result}"
    for text in texts:
        assert text in result.stdout + result.stderr, f"{text!r} is missing: {result}"
    return result


def inhibitors(box, user):
    """The transitions that logind delays for a user's daemon."""
    uid = box.root(f"id -u {user}", check=True).stdout.strip()
    text = box.root("busctl --json=short call org.freedesktop.login1 /org/freedesktop/login1 "
                    "org.freedesktop.login1.Manager ListInhibitors", check=True).stdout
    return sorted(re.findall(rf'\["(\w+)","stated","[^"]*","delay",{uid},\d+\]', text))


def held(box, user):
    until(f"the inhibitors of {user}",
          lambda: inhibitors(box, user) == ["shutdown", "sleep"])


def configure(box, user, text):
    folder = f"/home/{user}/.config/stated"
    box.root(f"mkdir -p {folder} && printf '%s\\n' '{text}' >{folder}/stated.yaml && "
             f"chown -R {user}: /home/{user}/.config", check=True)


@check
def the_first_client_of_a_login_starts_the_daemon(box):
    expect(box.user("alice", "statectl save film --position 10:00"), 0, "saved film at 10:00")
    expect(box.user("alice", "systemctl --user is-active stated.socket stated.service"))
    expect(box.user("alice", "statectl get film"), 0, "10:00")


@check
def eight_first_clients_are_all_served(box):
    expect(box.user("alice", "systemctl --user stop stated.service; for i in 1 2 3 4 5 6 7 8; do "
                    "statectl get film >/dev/null || touch /tmp/failed & done; wait; test ! -e /tmp/failed"))


@check
def sleep_and_shutdown_are_delayed_for_a_login_over_the_network(box):
    held(box, "alice")
    said = box.user("alice", "statectl doctor").stdout
    assert "ok\tsuspend\t" in said, said
    box.root("systemctl restart systemd-logind", check=True)
    held(box, "alice")


@check
def a_refused_inhibitor_is_named_and_granted_later(box):
    box.root("systemctl mask --now polkit", check=True)
    box.user("alice", "systemctl --user restart stated.service", check=True)
    until("the hint", lambda: "before sleep and shutdown" in box.user("alice", "statectl doctor").stdout)
    box.root("systemctl unmask polkit", check=True)
    held(box, "alice")


@check
def a_reload_fails_with_the_reason(box):
    configure(box, "alice", "ttl: 12h")
    expect(box.user("alice", "systemctl --user reload stated.service"))
    configure(box, "alice", "ttl: nonsense")
    result = box.user("alice", "systemctl --user reload stated.service")
    assert result.status != 0, result
    expect(box.user("alice", "systemctl --user show -p StatusText stated.service"), 0,
           "reload failed: /home/alice/.config/stated/stated.yaml:1: ttl: 'nonsense'")
    configure(box, "alice", "ttl: 12h")
    expect(box.user("alice", "systemctl --user reload stated.service && "
                    "systemctl --user show -p StatusText stated.service"), 0, "StatusText=\n")


@check
def a_fault_costs_the_clients_of_that_moment_alone(box):
    configure(box, "alice", "ttl: nonsense")
    box.user("alice", "systemctl --user stop stated.service", check=True)
    for _ in range(8):
        started = time.monotonic()
        expect(box.user("alice", "statectl get film"), 69)
        assert time.monotonic() - started < 10
    expect(box.root("journalctl -p err --since -2min --no-pager _COMM=stated"), 0,
           "stated: /home/alice/.config/stated/stated.yaml:1: ttl: 'nonsense'")
    configure(box, "alice", "ttl: 12h")
    expect(box.user("alice", "statectl get film"), 0, "10:00")


@slow
def clients_are_served_after_each_of_seven_kills(box):
    box.user("alice", "statectl save killed --position 1:00", check=True)
    for _ in range(7):
        box.root("pkill -9 -u alice -x stated", check=True)
        # The service manager restarts it after a second; a client may come in between.
        until("an answer", lambda: box.user("alice", "statectl get killed").status == 0)
    expect(box.user("alice", "statectl health"), 0, "is ok")


@check
def a_kill_of_an_idle_daemon_raises_no_alarm(box):
    box.user("alice", "systemctl --user restart stated.service && statectl health", check=True)
    box.root("pkill -9 -u alice -x stated", check=True)
    until("an answer", lambda: box.user("alice", "statectl health").status == 0)
    expect(box.user("alice", "statectl health"), 0, "is ok")


@check
def a_stop_stores_the_last_tick(box):
    expect(box.user("alice", "statectl save show --position 5:00 && "
                    "statectl save show --position 5:01 --tick --status playing && "
                    "systemctl --user stop stated.service && statectl get show"), 0, "5:01")


@slow
def restarts_under_load_lose_nothing(box):
    saver = subprocess.Popen(
        box.login("alice", "n=0; while [ ! -e /tmp/enough ]; do "
                  "statectl save load --position $((n + 1)) >/dev/null || exit 1; n=$((n + 1)); done; echo $n"),
        stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
    for _ in range(3):
        time.sleep(1)
        box.user("alice", "systemctl --user restart stated.service", check=True)
    box.root("touch /tmp/enough", check=True)
    count = int(saver.communicate(timeout=60)[0])
    assert saver.returncode == 0 and count > 3, (saver.returncode, count)
    point = box.user("alice", "statectl get load --json", check=True).stdout
    assert f'"position":{count}' in point.replace(" ", ""), (count, point)


@check
def every_user_reaches_the_daemon_of_the_machine(box):
    box.root("systemctl enable --now stated.socket", check=True)
    for user, position in (("alice", "1:11"), ("bob", "2:22")):
        expect(box.user(user, f"{MACHINE} statectl save film --position {position}"))
    for disturbance in ("true", "systemctl restart stated.service", "pkill -9 -u stated -x stated",
                        "systemctl stop stated.service"):
        box.root(disturbance, check=True)
        for user, position in (("alice", "1:11"), ("bob", "2:22")):
            until("an answer", lambda: position in box.user(user, f"{MACHINE} statectl get film").stdout)
    expect(box.user("bob", f"{MACHINE} statectl get show"), 1)
    expect(box.root("stat -c '%U %a' /run/stated /var/lib/stated"), 0, "stated 755\nstated 700")
    expect(box.root("test ! -e /etc/stated"))
    held(box, "stated")


def exposure(said):
    """The figure of “systemd-analyze security”, from 0 for confined to 10."""
    return float(re.search(r"exposure level for .*: ([\d.]+)", said)[1])


@check
def the_machine_s_daemon_is_confined(box):
    box.root(f"systemctl enable --now stated.socket && {MACHINE} statectl health", check=True)
    assert exposure(box.root("systemd-analyze security --no-pager stated.service").stdout) <= 1.6
    expect(box.root("systemctl reload stated.service"))
    expect(box.root(f"{MACHINE} statectl sync setup /srv/films --system --yes"), 65,
           "serves all users of the machine")
    expect(box.root("test ! -e /srv/films"))


@check
def a_user_s_services_are_confined(box):
    # In a user namespace, the bridge could not see which files a player has open.
    most = {"stated.service": 2.0, "stated-web.service": 1.9, "stated-mpris.service": 5.9}
    files = box.user("alice", "systemctl --user list-unit-files --no-legend 'stated*.service'", check=True).stdout
    assert {line.split()[0] for line in files.splitlines()} == set(most), files
    for unit, figure in most.items():
        said = box.user("alice", f"systemctl --user start {unit} && "
                        f"systemd-analyze --user security --no-pager {unit}", check=True).stdout
        assert exposure(said) <= figure, said
    box.user("alice", "systemctl --user stop stated-web.service stated-mpris.service", check=True)
    show = "systemctl --user show -p MainPID --value stated.service"
    process = box.user("alice", show, check=True).stdout.strip()
    expect(box.root(f"grep CapBnd /proc/{process}/status"), 0, "CapBnd:\t0000000000000000")
    expect(box.root(f"grep -m 1 ' /usr /usr ' /proc/{process}/mountinfo"), 0, " ro,")


@check
def a_confined_daemon_writes_shared_folders(box):
    box.user("alice", "systemctl --user restart stated.service && statectl health", check=True)
    # The disk comes after the daemon.
    box.root("mkdir -p /media/stick && mount -t tmpfs -o mode=777 tmpfs /media/stick", check=True)
    box.root("mkdir -p /data && chmod 777 /data", check=True)
    for folder in ("/media/stick/films", "/home/alice/films", "/data/films"):
        expect(box.user("alice", f"statectl sync setup {folder} --yes && statectl save shared --position 1:00 && "
                        f"statectl sync now && ls {folder}"))
        expect(box.user("alice", "statectl sync status"), 0, folder)
        expect(box.user("alice", "statectl sync leave --yes"))
    box.root("umount /media/stick")
    box.root("rm -rf /data", check=True)
    # What the unit hides, and what it makes read-only.
    box.root("mkdir -p /home/common && chmod 777 /home/common", check=True)
    for folder, reason in (("/tmp/films", "or the service does not see it"), ("/home/common/films", "Read-only")):
        expect(box.user("alice", f"mkdir -p {folder} && statectl sync setup {folder} --yes"), 75, reason)
        expect(box.user("alice", "statectl sync leave --yes"))
    box.root("rm -r /home/common /tmp/films", check=True)


@check
def a_second_user_is_told_whose_page_it_is(box):
    expect(box.user("alice", "systemctl --user enable --now stated-web.socket && "
                    "statectl web open --no-open"), 0, "http://127.0.0.1:8031/")
    result = expect(box.user("bob", "statectl web open --no-open"), 77, "another user's program uses")
    assert not result.stdout, result
    expect(box.user("bob", "systemctl --user enable --now stated-web.socket; statectl doctor"), 1,
           "another user's program uses", "stated-web.socket has failed")
    box.user("bob", "systemctl --user disable stated-web.socket; systemctl --user reset-failed")


@slow
def a_logout_is_no_failure_of_the_bridge(box):
    expect(box.user("bob", "systemctl --user enable --now stated-mpris.service && sleep 1 && "
                    "systemctl --user is-active stated-mpris.service"), 0, "active")
    until("the end of the session", lambda: box.root("systemctl is-active user@$(id -u bob)").status)
    log = box.root("journalctl --no-pager --since -2min _UID=$(id -u bob)").stdout
    assert "Stopped stated-mpris.service" in log and "stated-mpris.service: Failed" not in log, log


def position(line):
    """The seconds in a line of “statectl watch”."""
    minutes, seconds = re.search(r"(\d+):(\d\d)", line.split("upgrade")[1]).groups()
    return 60 * int(minutes) + int(seconds)


@slow
def an_upgrade_keeps_what_is_connected(box):
    box.user("alice", "rm -f /tmp/watched; systemctl --user stop stated.service")
    box.root("loginctl enable-linger alice", check=True)
    box.user("alice", "systemctl --user start stated-web.service stated-mpris.service", check=True)
    watch = subprocess.Popen(box.login("alice", "exec statectl watch --item upgrade"),
                             stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
    # The saves before the stream has begun are not in it.
    saver = subprocess.Popen(
        box.login("alice", "for n in $(seq 60); do statectl save upgrade --position $n; sleep 0.2; done"),
        stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    while "saved" not in (line := watch.stdout.readline()):
        assert line, "the stream has ended"
    show = "systemctl --user show -p MainPID --value stated.service"
    before = box.user("alice", show).stdout
    box.root(f"systemctl enable --now stated.socket && {MACHINE} statectl health", check=True)
    machine = box.root("systemctl show -p MainPID --value stated.service").stdout
    expect(box.root("dpkg -i /packages/stated_*.deb"))
    until("the new daemon", lambda: box.user("alice", show).stdout.strip() not in ("0", before.strip()))
    expect(box.root("systemctl is-active stated.socket stated.service"), 0, "active\nactive")
    assert box.root("systemctl show -p MainPID --value stated.service").stdout != machine
    assert saver.wait(60) == 0, "a save failed"
    # Each save is seen once, but for those that a later one of the item replaced meanwhile.
    seen = [position(line)]
    while seen[-1] != 60:
        line = watch.stdout.readline()
        assert line, f"the stream has ended after {seen}"
        if "saved" in line:
            seen.append(position(line))
    assert seen == sorted(set(seen)) and len(seen) > 50, seen
    box.root("pkill -u alice -x statectl")
    watch.wait(20)
    said = box.user("alice", "statectl doctor").stdout
    assert "was replaced" not in said, said
    box.user("alice", "systemctl --user stop stated-web.service stated-mpris.service", check=True)


@check
def a_program_that_was_replaced_is_noticed(box):
    box.user("alice", "statectl get film", check=True)
    box.root("cp /usr/bin/stated /usr/bin/stated.new && mv /usr/bin/stated.new /usr/bin/stated", check=True)
    expect(box.user("alice", "statectl doctor"), 1, "stated.service still runs a program that was replaced")
    box.user("alice", "systemctl --user restart stated.service", check=True)
    said = box.user("alice", "statectl doctor").stdout
    assert "was replaced" not in said, said


@check
def nothing_complains_of_priorities(box):
    log = box.root("journalctl --no-pager").stdout
    assert "thread priority" not in log, log
    assert "suspend and shutdown wait until ticks are stored" in log, log


@slow
def a_daemon_that_hangs_is_replaced(box):
    box.user("alice", "statectl save held --position 1:00", check=True)
    box.root("pkill -STOP -u alice -x stated", check=True)
    until("another daemon", lambda: "1:00" in box.user("alice", "statectl get held").stdout)
    expect(box.root("journalctl --no-pager --since -2min"), 0, "Watchdog timeout")


@check
def a_poweroff_stores_the_last_tick(box):
    box.root("loginctl enable-linger alice", check=True)
    expect(box.user("alice", "statectl save show --position 6:00 && "
                    "statectl save show --position 6:01 --tick --status playing"))
    box.stop()
    box.start()
    expect(box.user("alice", "statectl get show"), 0, "6:01")


@check
def removal_stops_everything_and_a_purge_leaves_people_s_data(box):
    box.user("alice", "statectl save last --position 1:00", check=True)
    expect(box.root("dpkg -r stated-web stated-mpris stated && sleep 1; ! pgrep -x stated"))
    expect(box.root("dpkg -P stated-web stated-mpris stated"), 0, "positions are kept in", "/var/lib/stated")
    found = box.root("find / -xdev -name '*stated*' ! -path '/packages*' ! -path '/proc*' ! -path '/sys*' "
                     "! -path '/run/*' ! -path '/home/*' ! -path '/var/log/*' ! -path '/tmp/*'").stdout
    assert found.split() == ["/var/lib/stated"], found
    expect(box.root("ls /home/alice/.local/state/stated"), 0, "state.db")


def installed(packages, system):
    """Returns a layer with the packages, and with Swift's libraries if they need them."""
    layer = Layer(system, tempfile.mkdtemp())
    folder = layer.root / "packages"
    folder.mkdir()
    for name in packages.glob("stated*.deb"):
        shutil.copy(name, folder)
    run(["chroot", layer.root, "sh", "-c", "dpkg -i /packages/*.deb"], check=True, timeout=300)
    layer.add_swift()
    return layer


def perform(machine, checks):
    """Runs the checks on a machine, and returns the exit status of the program."""
    failed = 0
    try:
        machine.start()
        for user in ("alice", "bob"):
            machine.add_user(user)
        for function in checks:
            begin = time.monotonic()
            try:
                function(machine)
                word = "ok"
            except Exception:
                failed += 1
                word = "FAILED"
                traceback.print_exc()
            print(f"{word:6} {time.monotonic() - begin:5.1f} s  {function.__name__.replace('_', ' ')}", flush=True)
    finally:
        machine.kill()
        machine.layer.remove()
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


def options(description):
    """The arguments of the program."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("packages", type=lambda word: pathlib.Path(word).resolve())
    parser.add_argument("cache", type=lambda word: pathlib.Path(word).resolve())
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--long", action="store_true")
    return parser.parse_args()


def main():
    words = options(__doc__)
    checks = [c for c in CHECKS if (words.long or not hasattr(c, "is_slow"))
              and (not words.only or c.__name__ in words.only)]
    return perform(Box(installed(words.packages, base(words.cache, "system", SYSTEM))), checks)


if __name__ == "__main__":
    sys.exit(main())
