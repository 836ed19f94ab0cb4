# SPDX-License-Identifier: Apache-2.0
"""A book on the page: a share of it instead of seconds."""
import time

from choices import texts
from harness import wait


def show_books(machine, driver):
    """A book that is heard, too, is drawn in percent, and its player shows the part that was read."""
    item = "dune.epub"
    begin = int(time.time() * 1000) - 3_600_000
    machine.save(item, 1_200, player="listener", duration=36_000, title="Dune", at=begin)
    for number, fraction in enumerate([0.1, 0.5, 0.3], 1):
        machine.save(item, 0, player="reader", fraction=fraction, cause="seek", at=begin + 600_000 * number)
    machine.save(item, 0, player="reader", fraction=0.41, status="playing", cause="seek")
    machine.call("io.stated.Session.SetQueue", player="reader", items=["next.epub"])
    driver.execute_script("location.hash = 'now'")
    place = lambda: texts(driver, "#now article.card[data-state=playing] .place")
    wait("the part", lambda: "41 %" in place())
    driver.execute_script("location.hash = 'item=' + arguments[0]", item)
    wait("the history", lambda: len(texts(driver, "#item td button")) == 4)
    drawn = lambda selector: driver.execute_script(
        "return [...document.querySelectorAll(arguments[0])].map(one => one.textContent)", f"#item .timeline {selector}")
    heights = [text for text in drawn(".tick") if "%" in text]
    assert heights[0] == "0 %" and heights[-1] == "100 %", heights
    marks = drawn(".mark")
    assert [mark.split(";")[0] for mark in marks] == ["10 %", "50 %", "30 %", "41 %"], marks
    assert ["jumped back" in mark for mark in marks] == [False, False, True, False], marks
    # A locator alone says nothing about how far it is, so the picture stays as it is.
    machine.save(item, 0, player="reader", locator="/body/p[4]", cause="seek")
    wait("the place in the text", lambda: len(texts(driver, "#item td button")) == 5)
    assert [mark.split(";")[0] for mark in drawn(".mark")] == ["10 %", "50 %", "30 %", "41 %"], drawn(".mark")
    machine.call("io.stated.Session.ForgetPlayer", player="reader")
    machine.call("io.stated.Playback.Clear", item=item)
    print("a book in percent, in its picture and on the card of its player")
