# SPDX-License-Identifier: Apache-2.0
"""The values of event keys on the page: a conflict, the history, and undo."""
from choices import texts
from harness import Machine, press, undo, wait

LOST = """
    const row = [...document.querySelectorAll('#topics [aria-label=History] tbody tr')].find(one => one.innerText.includes('lost'));
    row?.querySelector('button').click();
    return Boolean(row);
"""

CHOOSE = """
    const select = document.querySelector('#topics select');
    select.value = arguments[0];
    select.dispatchEvent(new Event('change'));
"""


def disagree(machine, other):
    """Lets two devices write a value without knowing of one another; the folder is away meanwhile."""
    away = machine.shared.with_name("away")
    machine.shared.rename(away)
    for one, room in ((machine, "kitchen"), (other, "cellar")):
        one.call("io.stated.Events.Append", id=room, topic="order", key="17", body={"at": room})
    machine.call("io.stated.Events.Append", id="door", topic="order", key="18", body={"at": "door"})
    away.rename(machine.shared)
    for one in (machine, other, machine):
        one.call("io.stated.Sync.SyncNow")
    wait("a conflict", lambda: machine.call("io.stated.Events.Latest", conflicts=True)["events"])


def show_topics(machine, driver):
    """A conflict of two devices ends once a value is chosen, and the undo of a clear restores a value."""
    other = Machine(machine.binaries, "cellar", machine.shared)
    disagree(machine, other)
    other.close()
    driver.refresh()
    link = "return document.querySelector('nav [href=\"#topics\"]').hidden"
    wait("the link", lambda: driver.execute_script(link) is False)
    driver.execute_script("location.hash = 'topics'")
    rows = lambda: texts(driver, "#topics [aria-label='Current values'] tbody tr")
    past = lambda: texts(driver, "#topics [aria-label=History] tbody tr")
    choose = lambda value: driver.execute_script(CHOOSE, value)
    wait("both values", lambda: len(rows()) == 2 and "door" in rows()[1])
    choose("1")
    wait("the conflict", lambda: len(rows()) == 1)
    press(driver, "History")
    wait("the values of both devices", lambda: len(past()) == 2)
    wait("the lost value", lambda: driver.execute_script(LOST))
    wait("no conflict", lambda: not rows() and len(past()) == 3 and not any("lost" in row for row in past()))
    choose("")
    wait("all values", lambda: len(rows()) == 2)
    press(driver, "Clear")
    wait("one value", lambda: len(rows()) == 1)
    undo(driver, "Cleared 18")
    wait("both values again", lambda: len(rows()) == 2)
    print("a conflict about a key, its history, and the undo of a clear")
