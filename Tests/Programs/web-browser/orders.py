# SPDX-License-Identifier: Apache-2.0
"""Orders that the page gives to players, and their undo."""
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from harness import press, toasts, undo, wait
from scenes import Surface

# After each call that orders a player about, its reports arrive before the reply does, as those of
# mpv: a pause of the item that it leaves, and what it plays. Whether it plays changes with each, and so
# does the player's revision.
ANSWERS = """
    const real = window.fetch;
    let answers = 0;
    let last = arguments[1];
    window.fetch = async (path, options) => {
      const response = await real(path, options);
      if (!/Session[.](PlayNow|Skip|SetQueue|Enqueue)$/.test(path)) return response;
      const post = (method, body) => real('/call/io.stated.' + method,
        {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)});
      const {players} = await (await post('Session.ListPlayers', {})).json();
      const {item} = players.find(({player}) => player === arguments[0]);
      const save = (item, status) => post('Playback.Save', {snapshot: {item, status,
        player: arguments[0], position: 100 + answers, duration: 900, cause: 'seek'}});
      answers += 1;
      if (item !== last) await save(last, 'paused');
      await save(last = item, answers % 2 ? 'playing' : 'paused');
      return response;
    };
"""
ROWS = "return [...document.querySelectorAll('#now .queue li a')].map(one => one.innerText)"
FILMS = ["a.mkv", "b.mkv", "c.mkv", "d.mkv"]


class Order:
    """A button of the page, with what a player's item and queue are once it was pressed."""

    def __init__(self, label, item, queue, films=FILMS):
        self.label, self.item, self.queue, self.films = label, item, queue, films


ORDERS = [
    Order("Skip to the next", "b.mkv", ["c.mkv", "d.mkv"]),
    Order("Play c now", "c.mkv", ["a.mkv", "b.mkv", "d.mkv"]),
    Order("Skip to the next", "b.mkv", ["a.mkv", "b.mkv"], ["a.mkv", "b.mkv", "a.mkv", "b.mkv"]),
    Order("Remove c", "a.mkv", ["b.mkv", "d.mkv"]),
    Order("Move d up", "a.mkv", ["b.mkv", "d.mkv", "c.mkv"]),
]


def state(machine, name):
    players = machine.call("io.stated.Session.ListPlayers")["players"]
    return next(((p.get("item"), p["queue"]) for p in players if p["player"] == name), None)


def reset(machine, driver, name, films):
    """Lets the player play the first film, with the others queued, and waits until the page shows it."""
    machine.call("io.stated.Session.PlayNow", player=name, item=films[0])
    machine.call("io.stated.Session.SetQueue", player=name, items=films[1:])
    machine.save(films[0], 50, player=name, status="playing", duration=900, cause="seek")
    driver.execute_script("for (const one of document.querySelectorAll('#toasts .tool')) one.click()")
    names = [film.removesuffix(".mkv") for film in films[1:]]
    wait("the queue", lambda: driver.execute_script(ROWS) == names)


def undo_orders(machine, driver):
    """Undo restores what a person saw, whatever the player answers, and whatever else happens."""
    name = "answering"
    surface = Surface(machine, name, FILMS[0], FILMS[0], 10, 900)
    driver.execute_script("location.hash = 'now'")
    driver.execute_script(ANSWERS, name, FILMS[0])
    for order in ORDERS:
        for meanwhile in (None, "e.mkv"):
            reset(machine, driver, name, order.films)
            press(driver, order.label)
            wait(order.label, lambda: state(machine, name) == (order.item, order.queue))
            others = []
            if meanwhile:
                # Another person's addition stays.
                machine.call("io.stated.Session.Enqueue", player=name, items=[meanwhile])
                others = [meanwhile]
            press(driver, "Undo")
            wait(f"{order.label} undone", lambda: "Undone" in toasts(driver))
            found = state(machine, name)
            assert found == (order.films[0], order.films[1:] + others), (order.label, meanwhile, found)
    undo_in_turn(machine, driver, name)
    surface.close()
    print("undo of a queue's changes and of orders, beside a player that answers")


def undo_in_turn(machine, driver, name):
    """Changes can be undone in the order in which they were made, also by a key in an empty field."""
    reset(machine, driver, name, FILMS)

    def queue(films):
        return lambda: state(machine, name)[1] == [f"{film}.mkv" for film in films] \
            and driver.execute_script(ROWS) == list(films)

    for film, left in (("b", "cd"), ("c", "d")):
        press(driver, f"Remove {film}")
        wait(f"a queue without {film}", queue(left))
    for film, left in (("b", "bd"), ("c", "bcd")):
        undo(driver, f"Removed {film}")
        wait(f"{film} in its former place", queue(left))
    field = driver.find_element(By.CSS_SELECTOR, "#now .add input")
    field.send_keys("e.mkv")
    field.send_keys(Keys.CONTROL, "z")
    field.clear()
    field.send_keys("e.mkv", Keys.ENTER)
    wait("the added film", queue("bcde"))
    wait("the empty field", lambda: not field.get_attribute("value"))
    field.send_keys(Keys.CONTROL, "z")
    wait("the queue without it", queue("bcd"))


def undo_history(machine, driver):
    """A position that was restored gives way to the one that was seen before."""
    def position():
        return machine.call("io.stated.Playback.Get", item="history")["point"]["position"]

    machine.save("history", 100, duration=900)
    machine.save("history", 700, duration=900, cause="seek")
    driver.execute_script("location.hash = 'item=history'")
    press(driver, "Restore this value")
    wait("the former position", lambda: position() == 100)
    # The player goes on a little meanwhile.
    machine.save("history", 103, duration=900)
    undo(driver, "Restored")
    wait("the position that was seen", lambda: position() == 700)
    print("undo of a position that was restored")


def refuse_absent(machine, driver):
    """Nothing is asked of a player that does not run; the message says what plays the item."""
    item = "https://radio.example/live show.mp3"
    machine.save(item, 100, player="radio", duration=900, status="failed", reason="reset")
    machine.call("io.stated.Session.SetQueue", player="radio", items=["next.mp3"])
    driver.execute_script("location.hash = 'now'")
    press(driver, "Retry")
    wait("the refusal of Retry", lambda: f"radio does not run, so it cannot try again; "
         f"“statectl play '{item}'” plays it" in toasts(driver))
    skip = "//article[.//h3[normalize-space(.)='radio']]//button[normalize-space(.)='Skip to the next']"
    node = wait("Skip", lambda: driver.find_elements(By.XPATH, skip))[0]
    driver.execute_script("arguments[0].click()", node)
    wait("the refusal of Skip", lambda: "“statectl play next.mp3” plays it" in toasts(driver))
    alerts = machine.call("io.stated.Session.ListAlerts")["alerts"]
    assert [a["state"] for a in alerts if a.get("item") == item] == ["raised"], alerts
    machine.call("io.stated.Playback.Clear", item=item)
    machine.call("io.stated.Session.ForgetPlayer", player="radio")
    for alert in alerts:
        machine.call("io.stated.Session.DismissAlert", id=alert["id"])
    print("a player that does not run is asked nothing")
