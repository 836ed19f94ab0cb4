# SPDX-License-Identifier: Apache-2.0
"""The page's words and figures, and its focus."""
import json
import urllib.error
import urllib.parse
import urllib.request

from selenium.webdriver.common.by import By

from harness import browser, press, wait
from scenes import Surface

# Numbers of the past, the future and beyond any calendar.
NUMBERS = [-2**63, -2**56, -1e16, -1, 0, 0.5, 8.64e15, 8.64e15 + 1, 2**63, 1e308]
FUNCTIONS = ["ago", "fullTime", "hourOrDate", "fromNow", "clock", "span", "number", "percent", "size"]
# An expression, and what statectl prints for the same.
WORDS = [
    ("fromNow(now() - 500)", "just now"), ("fromNow(now() - 59_500)", "59 s ago"),
    ("fromNow(now() - 89_000)", "1 min ago"), ("fromNow(now() - 90_000)", "2 min ago"),
    ("fromNow(now() - 3_569_500)", "59 min ago"), ("fromNow(now() - 3_570_000)", "1 h ago"),
    ("fromNow(now() + 84_700_000)", "in 24 h"), ("fromNow(now() + 170_000_000)", "in 47 h"),
    ("fromNow(now() + 171_001_000)", "in 2 days"), ("fromNow(now() + 2_592_000_500)", "in 30 days"),
    ("percent(1989 / 2700)", "73 %"), ("percent(0.9999)", "99 %"), ("percent(1)", "100 %"),
    ("place({position: 3723.9, duration: 7020})", "1:02:03 of 1:57:00"),
    ("span(35)", "35 ms"), ("span(1290)", "1.2 s"), ("span(300_000)", "5 min"),
    ("size(812)", "812 B"), ("size(4096)", "4.0 KiB"), ("size(1.5 * 1024 ** 3)", "1.5 GiB"),
    ("fullTime(new Date(2026, 10, 21, 21, 5, 9).getTime())", "2026-11-21 21:05:09"),
    ("fullTime(-1e16)", "at some time"), ("hourOrDate(-1e16)", "at some time"),
    ("nameOf('/films/The Kid.mkv')", "The Kid"), ("nameOf('file:///a/Mr.%20Hulot.mp4')", "Mr. Hulot"),
    ("nameOf('/films/a.mkv', 'a.mkv')", "a"), ("nameOf('/films/a.mkv', 'A film.')", "A film."),
    ("nameOf('https://radio.org/')", "radio.org"), ("nameOf('/films/2001.2018')", "2001.2018"),
    ("nameOf('/films/.mkv')", ".mkv"), ("nameOf('/a%2.mkv')", "a%2"), ("seriesOf('The.Wire.S02E11')", "The Wire"),
    ("seriesOf('Dark - 1x02')", "Dark"), ("seriesOf('Stalker')", "undefined"),
    ("quoted('/films/a.mkv')", "/films/a.mkv"), ("quoted(\"it's\")", "'it'\\''s'"),
]
EVALUATE = """
    const done = arguments[0];
    import('/page/format.js').then(({%s}) => done([%s].map(expression => {
      try {
        const value = expression();
        return value instanceof Node ? 'a node' : String(value);
      } catch (error) { return `${error}`; }
    })));
"""


def evaluate(driver, expressions):
    """Returns what expressions of the page's module of words make."""
    # The page lets nobody evaluate a text, so that the expressions are a part of the script.
    return driver.execute_async_script(EVALUATE % (
        ", ".join([*FUNCTIONS, "now", "place", "quoted", "nameOf", "seriesOf"]),
        ", ".join(f"() => {expression}" for expression in expressions)))


def check_words(driver):
    """Words and figures are those of statectl, and no number has none."""
    found = evaluate(driver, [expression for expression, _ in WORDS])
    wrong = [(e, w, f) for (e, w), f in zip(WORDS, found) if w != f]
    assert not wrong, wrong
    calls = [f"{function}({number})" for function in FUNCTIONS for number in NUMBERS]
    thrown = [(c, f) for c, f in zip(calls, evaluate(driver, calls)) if "Error" in f]
    assert not thrown, thrown
    print(f"{len(WORDS)} words as in statectl; {len(calls)} calls with any number")


def show_any_time(machine, driver):
    """An observation of a time that no calendar has still has its picture and its history."""
    machine.save("ancient", 10, duration=100, at=-2**63)
    driver.execute_script("location.hash = 'item=ancient'")
    wait("the picture", lambda: driver.find_elements(By.CSS_SELECTOR, "#item svg.timeline"))
    wait("the history", lambda: driver.find_elements(By.CSS_SELECTOR, "#item td button"))


def keep_focus(machine, driver):
    """The focus is never lost with the control that had it."""
    machine.save("focus", 100, duration=900)
    driver.execute_script("location.hash = 'item=focus'")
    press(driver, "Clear")
    wait("a cleared item", lambda: "No resume point" in driver.execute_script(
        "return document.getElementById('item').innerText"))
    active = driver.execute_script("return document.activeElement.id")
    assert active == "item-title", active
    print("the focus goes to the heading once its button is gone")


def name_status(machine, driver):
    """A row that plays or failed says so in words, too."""
    surface = Surface(machine, "tv", "status", "Status in words", 50, 900)
    driver.execute_script("location.hash = 'library'")
    grid = "document.querySelector('#library [role=grid]')"
    wait("the status in words", lambda: driver.execute_script(
        f"{grid}.scrollTop = 0; return {grid}.querySelector('[data-status=playing] [role=img][aria-label=playing]')"))
    surface.close()


def zoom(driver):
    """A window of 640 x 450, as at 200 %, shows several rows of the library."""
    driver.execute_script("location.hash = 'library'")
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": 640, "height": 450, "deviceScaleFactor": 2, "mobile": False})
    height = "return document.querySelector('#library [role=grid]').clientHeight"
    wait("four rows", lambda: driver.execute_script(height) > 4 * 64)
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    print("a library of several rows at 200 %")


def read_offline(machine):
    """A page that is loaded while the daemon is away knows no number of points."""
    driver = browser()
    try:
        driver.get(f"{machine.url}#library")
        note = "return document.querySelector('#library .note').innerText"
        wait("the note", lambda: "not loaded" in driver.execute_script(note))
        assert not driver.execute_script(
            "return document.querySelector('#library .heads').offsetParent"), "an empty table"
    finally:
        driver.quit()
    print("no points of a daemon that is away")


def link_twice(machine):
    """A link with a code works in a tab that shows the sign-in already."""
    driver = browser()
    try:
        code = "return document.getElementById('code').value"
        for link in ("ABCD-EFGH", "JKLM-NPQR"):
            driver.get(f"{machine.url}sign-in#{link}")
            wait("the code of the link", lambda: driver.execute_script(code) == link)
    finally:
        driver.quit()
    print("a second link in the same tab")


def allow_app(machine, script):
    """An app gets its password once the user allows it in the browser."""
    def post(path, **fields):
        body = urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(f"{machine.url}{path}", data=body, headers={"User-Agent": "app"})
        with urllib.request.urlopen(request, timeout=20) as reply:
            return json.load(reply)

    begun = post("index.php/login/v2")
    driver = browser(script=script)
    try:
        driver.get(begun["login"])
        driver.find_element("css selector", "button").click()
        grant = wait("the app's password", lambda: try_post(post, begun["poll"]["token"]))
        assert grant["appPassword"], grant
    finally:
        driver.quit()
    print(f"an app is allowed, {'with' if script else 'without'} scripts")


def try_post(post, token):
    try:
        return post("index.php/login/v2/poll", token=token)
    except urllib.error.HTTPError as error:
        assert error.code == 404, error
        return None
