# SPDX-License-Identifier: Apache-2.0
"""What a person chooses on the page: what to go on with, an order of the library, keys of a phone."""
from selenium.webdriver.common.by import By

from harness import press, toasts, wait
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
    press(driver, "Undo")
    wait("the item again", lambda: item in items(machine) and names()[:1] == ["The Kid"])
    press(driver, "Play The Kid")
    wait("the way to play it", lambda: "gone does not run" in toasts(driver))
    surface = Surface(machine, "box", "other.mkv", "Other", 10, 900)
    wait("the player that runs", lambda: "box" in texts(driver, "#now article.card h3"))
    press(driver, "Play The Kid")

    def player():
        players = machine.call("io.stated.Session.ListPlayers")["players"]
        return next((one["item"], one["queue"]) for one in players if one["player"] == "box")

    wait("the order", lambda: player() == (item, ["other.mkv"]))
    wait("that it was ordered", lambda: "Playing The Kid on box" in toasts(driver))
    # This player carries out no orders.
    wait("that nothing begins", lambda: "The Kid has not begun" in toasts(driver))
    surface.close()
    machine.call("io.stated.Session.ForgetPlayer", player="box")
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
    print("the library by title, progress and series")


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
