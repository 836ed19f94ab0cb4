# SPDX-License-Identifier: Apache-2.0
"""What a person chooses on the page: what to go on with, an order of the library, keys of a phone."""
from selenium.webdriver.common.by import By

from harness import press, toasts, undo, wait
from scenes import Surface

SERIES = [f"file:///srv/Dark/Dark%20S01E{number:02}.mkv" for number in (1, 2, 10)]


def texts(driver, selector):
    return driver.execute_script(
        "return [...document.querySelectorAll(arguments[0])].map(one => one.innerText)", selector)


def items(machine):
    points = machine.call("io.stated.Playback.List", limit=1000)["points"]
    return [point["item"] for point in points]


def continue_items(machine, driver):
    """What no player has at present is offered, to be played by one that runs, or cleared."""
    item = "file:///srv/films/The%20Kid.mkv"
    machine.save(item, 100, player="gone", duration=900)
    driver.execute_script("location.hash = 'now'")
    names = lambda: texts(driver, "#now .offers li a")
    wait("the offer, without the kind of file", lambda: names()[:1] == ["The Kid"])
    assert "gone" not in texts(driver, "#now article.card h3"), "a card of a player that is gone"
    press(driver, "Clear The Kid")
    wait("a cleared item", lambda: item not in items(machine))
    undo(driver, "Cleared The Kid")
    wait("the item again", lambda: item in items(machine) and names()[:1] == ["The Kid"])
    press(driver, "Play The Kid")
    wait("the way to play it", lambda: "gone does not run" in toasts(driver))
    # A player on the bus runs, and does not accept requests.
    bus = Surface(machine, "bus", "another.mkv", "Another", 10, 900)
    bus.call("io.stated.Session.DescribePlayer", player="bus", label="A player on the bus")
    wait("the player on the bus", lambda: "A player on the bus" in " ".join(texts(driver, "#now article.card h3")))
    driver.execute_script("for (const one of document.querySelectorAll('#toasts .tool')) one.click()")
    press(driver, "Play The Kid")
    wait("the way to play it, still", lambda: "gone does not run" in toasts(driver))
    surface = Surface(machine, "box", "other.mkv", "Other", 10, 900)
    wait("the player that runs", lambda: "box" in texts(driver, "#now article.card h3"))
    press(driver, "Play The Kid")

    def player():
        players = machine.call("io.stated.Session.ListPlayers")["players"]
        return next((one["item"], one["queue"]) for one in players if one["player"] == "box")

    wait("the order", lambda: player() == (item, ["other.mkv"]))
    wait("that it was ordered", lambda: "Playing The Kid on box" in toasts(driver))
    # This player carries out no orders.
    wait("that nothing begins", lambda: "The Kid has not started" in toasts(driver))
    for one in (surface, bus):
        one.close()
    for name in ("box", "bus"):
        machine.call("io.stated.Session.ForgetPlayer", player=name)
    print("what is not played is offered, to be played or cleared")


def choose_order(machine, driver):
    """The library by title and by progress, and a series as one row."""
    for number, item in enumerate(SERIES):
        machine.save(item, 100 + 100 * number, player="tv", duration=900)
    driver.execute_script("location.hash = 'library'")
    select = driver.find_element(By.CSS_SELECTOR, "#library select[aria-label=Order]")
    search = driver.find_element(By.CSS_SELECTOR, "#library input")
    names = lambda: texts(driver, "#library .spacer .row a")
    episodes = ["Dark S01E01", "Dark S01E02", "Dark S01E10"]

    def choose(order):
        select.find_element(By.XPATH, f"option[normalize-space(.)='{order}']").click()

    check_series(driver)
    players = "#library select[name=player] option"
    wait("a player whose points are not loaded", lambda: "dusty" in texts(driver, players))
    show_tools(driver)
    search.send_keys("dark s01")
    wait("the newest first", lambda: names() == episodes[::-1])
    choose("By title")
    wait("the numbers in order", lambda: names() == episodes)
    choose("By progress")
    wait("the furthest first", lambda: names() == episodes[::-1])
    choose("By series")
    wait("the newest of the series", lambda: names() == ["Dark S01E10"])
    press(driver, "3 in the series")
    wait("the episodes", lambda: names() == episodes)
    assert search.get_attribute("value") == "Dark", search.get_attribute("value")
    # A change keeps the order.
    machine.save("file:///srv/Dark/Dark%20S01E03.mkv", 100, player="tv", duration=900)
    wait("a new episode in its place", lambda: names() == [
        "Dark S01E01", "Dark S01E02", "Dark S01E03", "Dark S01E10"])
    press(driver, "Clear Dark S01E03")
    wait("the episodes again", lambda: names() == episodes)
    choose("Newest first")
    search.clear()
    search.send_keys(" ")
    wait("all of them", lambda: len(names()) > len(episodes))
    sort_in_daemon(driver)
    print("the library by title, progress and series")


def show_tools(driver):
    """The buttons of a row are in sight in windows of any width."""
    for width in (320, 761, 820, 960, 961, 1280):
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        wait(f"the buttons at {width} pixels", lambda: driver.execute_script("""
            const box = one => document.querySelector(one).getBoundingClientRect();
            return box('#library .spacer .row-tools button:last-child').right <= box('#library .rows').right"""))


NAMES = {
    "Dark S01E02": "Dark", "Dark.s1e2": "Dark", "Dark 1x02": "Dark", "Dark S01Ep02": "Dark", "Dark Episode 2": "Dark",
    "Dark, Folge 2": "Dark,", "Dark-ep2": "Dark", "Step 12": None, "Deep 9": None, "Film 1920x1080": None, "Film 1280x720": None,
    "Classe12": None, "A film": None,
}


def check_series(driver):
    """The name of an episode begins with that of its series, and no other name does."""
    found = driver.execute_async_script(
        "const [names, done] = arguments; import('/page/format.js').then(format => done(names.map(format.seriesOf)))", list(NAMES))
    assert found == list(NAMES.values()), dict(zip(NAMES, found))


def sort_in_daemon(driver):
    """Of many points in another order, no more are loaded than are to be seen soon."""
    found = driver.execute_async_script("""
        const done = arguments[0];
        import('/page/points.js').then(({points, setChoice}) => {
          const began = performance.now();
          setChoice('film 00', {}, 'name');
          const timer = setInterval(() => {
            if (points.isLoading) return;
            clearInterval(timer);
            const titles = points.shown.slice(0, 100).map(({title, item}) => title ?? item);
            const {length} = points.shown;
            setChoice('', {}, '');
            done([length, titles, titles.toSorted(), performance.now() - began]);
          }, 20);
        });
    """)
    length, titles, ordered, time = found
    assert 100 <= length <= 1000 and titles == ordered, found
    print(f"the first {length} points of a search, by title, are there after {time:.0f} ms")


def fold_details(driver):
    """Conflicts and devices come before the figures, which are folded; health is one line."""
    driver.execute_script("location.hash = 'sync'")
    wait("the devices", lambda: "Devices" in texts(driver, "#sync .panel > h3"))
    assert not any("Rounds" in text for text in texts(driver, "#sync .panel:not(details *)"))
    closed = "return document.querySelector('#sync details').open === false"
    assert driver.execute_script(closed), "open details"
    driver.execute_script("document.querySelector('#sync summary').click()")
    wait("the rounds", lambda: "Rounds" in texts(driver, "#sync details .panel > h3"))
    driver.execute_script("location.hash = 'health'")
    wait("the line", lambda: any(" resume points in " in text for text in texts(driver, "#health .dim")))
    print("figures are folded")


def lock_screen(phone, other):
    """The keys of a phone control the player, once a person has asked for them."""
    phone.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    phone.execute_script("""
        window.keys = {};
        navigator.mediaSession.setActionHandler = (key, work) => { window.keys[key] = work; };
    """)
    button = wait("the button", lambda: phone.find_elements(By.CSS_SELECTOR, "#now .keys button"))[0]
    wait("the button in sight", button.is_displayed)
    phone.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
    button.click()
    state = lambda: phone.execute_script(
        "const {metadata, playbackState} = navigator.mediaSession; return [metadata?.title, playbackState]")
    wait("the film on the lock screen", lambda: state() == ["Night Train", "playing"])
    phone.execute_script("window.keys.pause()")
    wait("a pause", lambda: any("paused" in text for text in texts(other, "#now article.card")))
    wait("the pause on the lock screen", lambda: state()[1] == "paused")
    phone.execute_script("window.keys.seekto({seekTime: 300})")
    wait("the place", lambda: any("5:0" in text for text in texts(other, "#now article.card")))
    phone.execute_script("window.keys.play()")
    wait("playing", lambda: state()[1] == "playing")
    phone.find_element(By.CSS_SELECTOR, "#now .keys button").click()
    assert phone.execute_script("return Object.values(window.keys).every(work => work === null)")
    phone.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    print("the keys of a lock screen")


HIDE = """
    window.kept = [requestAnimationFrame, setTimeout, []];
    const [, later, frames] = kept;
    window.requestAnimationFrame = work => frames.push(work);
    window.setTimeout = (work, ms, ...rest) => later(work, ms === 30_000 ? 0 : ms, ...rest);
    Object.defineProperty(document, 'hidden', {configurable: true, get: () => true});
    document.dispatchEvent(new Event('visibilitychange'));
    later(arguments[0], 100);
"""
SHOW = """
    const frames = kept[2];
    [window.requestAnimationFrame, window.setTimeout] = kept;
    delete document.hidden;
    document.dispatchEvent(new Event('visibilitychange'));
    for (const work of frames) work();
"""


def lock_phone(machine, phone):
    """The keys follow the player while the phone is locked: a hidden page draws no frames, and gives its
    connection back after 30 s unless it has the keys."""
    phone.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    phone.execute_script("""
        location.hash = 'now';
        const {Audio} = window;
        window.Audio = class extends Audio {constructor(...rest) {super(...rest); window.silence = this;}};
    """)
    surface = Surface(machine, "pocket", "pocket.mkv", "Pocket", 10, 900)
    card = lambda: phone.execute_script("""
        const one = [...document.querySelectorAll('#now article.card')].find(one => one.innerText.includes('pocket'));
        return one && [one.dataset.state, one.querySelector('.clock').textContent]""")
    wait("the player", lambda: card() and card()[0] == "playing")
    button = wait("the button", lambda: phone.find_elements(By.CSS_SELECTOR, "#now .keys button"))[0]
    phone.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
    button.click()
    state = lambda: phone.execute_script(
        "return [navigator.mediaSession.metadata?.title, navigator.mediaSession.playbackState, silence.paused]")
    wait("the film on the lock screen", lambda: state() == ["Pocket", "playing", False])
    # An answer that does not say whether the player plays changes only its place.
    phone.execute_script("document.querySelector(\"#now article.card [aria-label='30 seconds forward']\").click()")
    surface.answer(position=500.0)
    wait("the place", lambda: card()[1].startswith("8:2"))
    assert card()[0] == "playing" and state()[1] == "playing", (card(), state())
    phone.execute_script("location.hash = 'sync'")
    phone.execute_async_script(HIDE)

    def report(status):
        surface.call("io.stated.Playback.Save", snapshot={"item": "pocket.mkv", "player": "pocket", "title": "Pocket",
                     "status": status, "position": 20, "duration": 900, "cause": "seek"})

    report("paused")
    wait("a pause on the lock screen", lambda: state() == ["Pocket", "paused", True])
    report("playing")
    wait("playing again", lambda: state() == ["Pocket", "playing", False])
    surface.close()
    wait("silence that ends with the player", lambda: state() == [None, "none", True])
    phone.execute_script(SHOW)
    phone.execute_script("location.hash = 'now'")
    keys = "return document.querySelector('#now .keys')"
    wait("the way to leave", lambda: phone.execute_script(f"{keys}?.hidden === false"))
    phone.execute_script(f"{keys}.firstChild.click()")
    assert phone.execute_script(f"{keys}.hidden"), "keys without a player"
    phone.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    machine.call("io.stated.Session.ForgetPlayer", player="pocket")
    machine.call("io.stated.Playback.Clear", item="pocket.mkv")
    print("the keys of a locked phone follow the player")
