# SPDX-License-Identifier: Apache-2.0
"""The page in real browsers, beside a real daemon and a real mpv.

Usage: browser.py BINARIES OUTPUT [--points N]
Prints what was seen; pictures go to OUTPUT. Fails at the first thing that is not as it should be.
Run it in a network namespace of its own, as root: it cuts the network.
"""
import argparse
import json
import pathlib
import socket
import subprocess
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from books import show_apps, show_books
from harness import Machine, browser, press, problems, undo, wait
from choices import choose_order, continue_items, fold_details, lock_phone, lock_screen
from lists import reload_choice, reload_series
from topics import show_topics
from orders import refuse_absent, undo_history, undo_orders
from pictures import take_pictures
from scenes import fill, make_film
from wording import (allow_app, check_words, keep_focus, link_twice, name_status, read_offline, show_any_time,
                     zoom)

MPV = "mpv"


class Windows:
    """Two windows that show the page, and a list of the changes that each was sent."""

    COLLECT = """
        window.collected = [];
        window.source = new EventSource('/events');
        source.onmessage = (event) => {
          for (const change of JSON.parse(event.data).changes)
            if (['saved', 'cleared', 'restored'].includes(change.kind))
              collected.push([change.kind, change.item, change.revision]);
        };
        source.addEventListener('hello', () => { window.isCollecting = true; });
    """

    def __init__(self, url):
        self.drivers = [browser(), browser(390, 844, dark=True)]
        for driver in self.drivers:
            driver.get(url)
            driver.execute_script(self.COLLECT)
        for driver in self.drivers:
            wait("the stream", lambda: driver.execute_script("return window.isCollecting"))

    def show(self, view):
        for driver in self.drivers:
            driver.execute_script("location.hash = arguments[0]", view)

    def texts(self, selector):
        return [driver.execute_script(
            "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText).join(' ')",
            selector) for driver in self.drivers]

    def wait_for(self, what, selector, is_right):
        wait(what, lambda: all(is_right(text) for text in self.texts(selector)))

    def collected(self):
        return [driver.execute_script("return window.collected") for driver in self.drivers]

    def close(self):
        for driver in self.drivers:
            driver.quit()


def command(path, *words):
    """Sends mpv a command."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        connection.sendall(json.dumps({"command": words}).encode() + b"\n")
        connection.recv(1 << 12)


def card(windows):
    return windows.texts("#now article.card")


def follow_player(machine, windows, film):
    """The bar moves while mpv plays, and a pause shows in both windows."""
    ipc = str(machine.path / "mpv.sock")
    machine.start("statectl", "play", "--no-config", "--vo=null", "--ao=null",
                  f"--input-ipc-server={ipc}", str(film), log="mpv.log")
    windows.show("now")
    windows.wait_for("a player that plays", "#now article.card", lambda text: "playing" in text)
    first = card(windows)
    wait("a bar that moves", lambda: all(a != b for a, b in zip(first, card(windows))))
    watch = """
        window.pausedAt = 0;
        new MutationObserver(() => {
          if (!window.pausedAt && document.querySelector('#now article.card[data-state=paused]'))
            window.pausedAt = Date.now();
        }).observe(document.querySelector('#now'), {subtree: true, childList: true,
          attributes: true, characterData: true});
    """
    for driver in windows.drivers:
        driver.execute_script(watch)
    control_player(windows)
    lock_screen(windows.drivers[1], windows.drivers[0])
    for driver in windows.drivers:
        driver.execute_script("window.pausedAt = 0")
    start = time.time() * 1000
    command(ipc, "set_property", "pause", True)
    delays = [wait("a pause", lambda: d.execute_script("return window.pausedAt")) - start
              for d in windows.drivers]
    print(f"a pause of mpv shows in the windows after {', '.join(f'{d:.0f} ms' for d in delays)}")
    command(ipc, "quit")
    return max(delays)


def control_player(windows):
    """The buttons and the slider of one window move mpv, which the other window shows."""
    driver, other = windows.drivers
    part = lambda name: driver.find_element(By.CSS_SELECTOR, f"#now .card [aria-label='{name}']")
    place = lambda: other.execute_script(
        "return document.querySelector('#now .card .seek').valueAsNumber")
    part("Pause").click()
    windows.wait_for("a pause", "#now article.card", lambda text: "paused" in text)
    first = place()
    part("30 seconds forward").click()
    wait("half a minute more", lambda: abs(place() - first - 30) <= 1)
    part("10 seconds back").click()
    wait("ten seconds less", lambda: abs(place() - first - 20) <= 1)
    # The end of the slider is a second before that of the item, and the item stays.
    part("Position").send_keys(Keys.END)
    wait("the last second", lambda: other.execute_script(
        "const {max, value} = document.querySelector('#now .card .seek'); return value === max"))
    part("Position").send_keys(Keys.HOME)
    wait("the beginning", lambda: place() <= 1)
    part("Position").send_keys(Keys.PAGE_UP)
    wait("a tenth", lambda: place() > 5)
    part("Next").click()
    wait("a refusal", lambda: "no such item" in driver.find_element(By.ID, "toasts").text)
    # The browser itself reports that, too.
    assert all("409 (Conflict)" in p["message"] for p in problems(driver))
    part("Play").click()
    windows.wait_for("a player that plays", "#now article.card", lambda text: "playing" in text)
    # For a browser, a drag that ends where it began is no change.
    driver.execute_script("""
        const slider = document.querySelector('#now .card .seek');
        slider.value = slider.max;
        for (const name of ['input', 'pointerup']) slider.dispatchEvent(new Event(name));
    """)
    wait("the slider of the player again", lambda: driver.execute_script(
        "const {max, valueAsNumber} = document.querySelector('#now .card .seek');"
        "return valueAsNumber < max / 2"))
    print("the page pauses mpv, moves it and lets it play")


def undo_in_page(machine, windows):
    """An item is cleared on its page, and comes back by the button of the message."""
    driver = windows.drivers[0]
    machine.save("undo-me", 100, duration=1000, title="<img src=x onerror=alert(1)>")
    windows.show("item=undo-me")
    title = wait("the item", lambda: driver.find_elements(By.XPATH,
                 "//*[contains(text(), '<img src=x onerror=alert(1)>')]"))
    assert title and not driver.find_elements(By.CSS_SELECTOR, "img[src=x]")
    press(driver, "Clear")
    wait("a cleared item", lambda: not has_point(machine, "undo-me"))
    undo(driver, "Cleared <img src=x")
    wait("the item again", lambda: has_point(machine, "undo-me"))
    print("clear and undo on the page")


def has_point(machine, item):
    points = machine.call("io.stated.Playback.List", limit=1000)["points"]
    return any(point["item"] == item for point in points)


def survive_daemon(machine, windows):
    """The daemon is killed and comes back: the windows say so, and go on."""
    windows.show("now")
    machine.kill_daemon()
    windows.wait_for("that the daemon is away", "#banner", lambda text: "away" in text)
    read_offline(machine)
    machine.start_daemon()
    windows.wait_for("that it is back", "#banner", lambda text: text == "")
    machine.save("after-the-kill", 10, player="tv", title="After the kill")
    windows.wait_for("a change after it", "#now", lambda text: "After the kill" in text)
    print("kill -9 of the daemon: banner, then on")


def survive_network(machine, windows):
    """The network is cut for some seconds: nothing is missing afterwards."""
    port = machine.url.rstrip("/").rsplit(":", 1)[1]
    rule = f"add table inet cut; add chain inet cut in {{ type filter hook input priority 0; }}; " \
           f"add rule inet cut in tcp dport {port} reject with tcp reset; " \
           f"add rule inet cut in tcp sport {port} reject with tcp reset"
    subprocess.run(["nft", rule], check=True)
    # What is connected ends, as if a phone changed its network.
    subprocess.run(["ss", "-K", "-t", "( sport = :%s or dport = :%s )" % (port, port)], check=True,
                   stdout=subprocess.DEVNULL)
    for number in range(5):
        machine.save(f"offline {number}", 10 + number, player="tv", title=f"Offline {number}")
    # The browsers notice it when they next send or hear something.
    windows.wait_for("a lost connection", "#banner", lambda text: text != "")
    subprocess.run(["nft", "delete table inet cut"], check=True)
    windows.wait_for("the connection", "#banner", lambda text: text == "")
    windows.wait_for("what happened offline", "#now", lambda text: "Offline 4" in text)
    print("network off and on: banner, then what happened meanwhile")


def show_sync(machine, windows):
    """A cloud while the shared folder is away, and nothing while all is well."""
    shown = "return !document.getElementById('sync-indicator').hidden"
    away = machine.shared.with_name("away")
    machine.shared.rename(away)
    machine.save("while-away", 10)
    windows.wait_for("that sync is offline", "#sync-indicator", lambda text: "Offline" in text)
    away.rename(machine.shared)
    machine.call("io.stated.Sync.SyncNow")
    wait("nothing", lambda: not any(d.execute_script(shown) for d in windows.drivers))
    print("sync offline: a cloud, which goes away")


def compare_with_watch(machine, windows, watched):
    """Each window was sent each change once and in order, as `statectl watch` was."""
    last = machine.save("the-end", 5)["revision"]
    wait("the end", lambda: all(c and c[-1][2] >= last for c in windows.collected()))
    wait("the end in watch", lambda: "the-end" in watched.read_text())
    expected = []
    for line in watched.read_text().splitlines():
        # The rest is what it says of the daemon that went away.
        change = json.loads(line) if line.startswith("{") else {}
        if change.get("kind") in ("saved", "cleared", "restored"):
            expected.append([change["kind"], change["item"], change["revision"]])
    for collected in windows.collected():
        start = expected.index(collected[0])
        assert collected == expected[start:], (
            [c for c in expected[start:] if c not in collected],
            [c for c in collected if collected.count(c) > 1])
    print(f"{len(expected)} changes, none missing, none twice, beside statectl watch")


def scroll_library(driver, machine, count):
    """The library of many points has few rows in the page, and the right ones at its end."""
    driver.execute_script("location.hash = 'library'")
    rows = "return document.querySelectorAll('#library [role=row]').length"
    wait("rows", lambda: driver.execute_script(rows) > 5)
    begin = time.monotonic()
    # The end moves a little as points come.
    jump = "const grid = document.querySelector('#library [role=grid]');" \
           "grid.scrollTop = grid.scrollHeight; return grid.innerText"
    wait("the oldest point", lambda: "Film 0000000" in driver.execute_script(jump), 60)
    shown = driver.execute_script(rows)
    assert shown < 200, shown
    print(f"{count} points: the oldest is there {time.monotonic() - begin:.1f} s after a jump to the"
          f" end, {shown} rows in the page")


def check_names(driver):
    """Whatever can be used has a name for a screen reader."""
    for view in ["now", "library", "sync", "health"]:
        driver.execute_script("location.hash = arguments[0]", view)
        time.sleep(0.3)
        tree = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})
        for node in tree["nodes"]:
            role = node.get("role", {}).get("value")
            if role in ("button", "link", "textbox", "combobox", "searchbox", "checkbox") \
                    and not node.get("ignored"):
                assert node.get("name", {}).get("value", "").strip(), (view, node)
    print("each button, link and field has a name")


def check_keyboard(driver):
    """The tab key leads to the navigation, and Enter opens a view."""
    driver.execute_script("location.hash = 'now'")
    wait("the view", lambda: driver.execute_script("return document.body.dataset.view") == "now")
    # A window that was just opened begins there.
    driver.execute_script("document.querySelector('.skip-link').focus()")
    for _ in range(12):
        active = driver.switch_to.active_element
        if active.get_attribute("href") and active.get_attribute("href").endswith("#library"):
            outline = driver.execute_script(
                "return getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", "the focus cannot be seen"
            active.send_keys(Keys.ENTER)
            wait("the library", lambda: driver.execute_script("return location.hash") == "#library")
            print("keyboard: to the library by tab and Enter")
            return
        active.send_keys(Keys.TAB)
    raise AssertionError("the library is not reached by the tab key")


def read_without_scripts(machine):
    driver = browser(script=False)
    try:
        driver.get(machine.url)
        text = driver.find_element(By.TAG_NAME, "main").text
        assert "After the kill" in text and "Health" in text, text[:500]
        print("readable without scripts")
    finally:
        driver.quit()


def check_page(machine, driver):
    """What a person reads and does on the page, one thing after the other."""
    check_words(driver)
    keep_focus(machine, driver)
    name_status(machine, driver)
    zoom(driver)
    continue_items(machine, driver)
    choose_order(machine, driver)
    reload_choice(machine, driver)
    reload_series(machine, driver)
    show_topics(machine, driver)
    show_books(machine, driver)
    show_apps(machine, driver)
    fold_details(driver)
    refuse_absent(machine, driver)
    undo_history(machine, driver)
    link_twice(machine)
    for script in (True, False):
        allow_app(machine, script)
    assert not (found := problems(driver)), found
    show_any_time(machine, driver)
    undo_orders(machine, driver)
    # The browser itself reports that a point expired, and that a queue has changed at first.
    others = [p for p in problems(driver)
              if not any(word in p["message"] for word in ("410 (Gone)", "409 (Conflict)"))]
    assert not others, others


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--points", type=int, default=5_000)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    machine = Machine(options.binaries)
    windows = None
    try:
        film = make_film(machine.path)
        fill(machine, options.points)
        watched = machine.path / "watch.log"
        machine.start("statectl", "watch", "--json", log="watch.log")
        wait("watch", lambda: watched.stat().st_size > 0)
        windows = Windows(machine.url)
        follow_player(machine, windows, film)
        lock_phone(machine, windows.drivers[1])
        undo_in_page(machine, windows)
        show_sync(machine, windows)
        quiet = [problems(driver) for driver in windows.drivers]
        assert not any(quiet), quiet
        survive_daemon(machine, windows)
        for driver in windows.drivers:
            # The daemon may be killed while a call of the page is on its way, which the browser itself
            # reports.
            others = [p for p in problems(driver)
                      if p["source"] != "network" or "502 (Bad Gateway)" not in p["message"]]
            assert not others, others
        survive_network(machine, windows)
        for driver in windows.drivers:
            # The browser itself reports each connection that was cut.
            others = [p for p in problems(driver) if p["source"] != "network"]
            assert not others, others
        compare_with_watch(machine, windows, watched)
        scroll_library(windows.drivers[0], machine, options.points)
        check_names(windows.drivers[0])
        check_keyboard(windows.drivers[0])
        check_page(machine, windows.drivers[0])
        read_without_scripts(machine)
        take_pictures(machine, windows.drivers[0], options.output)
        for driver in windows.drivers:
            others = problems(driver)
            assert not others, others
        print("no error in the console")
    finally:
        if windows:
            windows.close()
        machine.close()


if __name__ == "__main__":
    main()
