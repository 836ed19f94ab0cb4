# SPDX-License-Identifier: Apache-2.0
"""Books and podcasts on the page: a share instead of seconds, and names instead of digests."""
import base64
import hashlib
import json
import time
import urllib.request

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


def upload(machine, method, path, body, headers):
    """Sends a request as a podcast app or an e-reader does."""
    request = urllib.request.Request(machine.url + path, json.dumps(body).encode(), headers, method=method)
    urllib.request.urlopen(request).close()


def show_apps(machine, driver):
    """An episode has its feed, and a book its title, its part and its reader."""
    names = ["phone", "kobo", "kindle"]
    passwords = [json.loads(machine.run("stated-web", "client", "add", name, "--json"))["password"] for name in names]
    basic = base64.b64encode(f"phone:{passwords[0]}".encode()).decode()
    upload(machine, "POST", "api/2/episodes/phone.json", [{
        "podcast": "https://ann:secret@feeds.example/tides.xml?token=secret", "action": "play", "position": 700,
        "episode": "https://media.example/the-tides.mp3", "total": 2_600}], {"Authorization": f"Basic {basic}"})
    for name, password, digest, part, title in [("kobo", passwords[1], "0a1b2c3d", 0.41, "Dune Messiah"),
                                                ("kindle", passwords[2], "0a1b2c3d", 0.12, "Dune Messiah"),
                                                ("kobo", passwords[1], "4e5f6a7b", 0.3, "")]:
        key = hashlib.md5(password.encode()).hexdigest()
        upload(machine, "PUT", "syncs/progress", {
            "document": digest, "percentage": part, "progress": f"/p[{part}]", "device": f"{name} of Ann",
            "metadata": {"title": title}}, {"x-auth-user": name, "x-auth-key": key})
    driver.execute_script("location.hash = 'library'")
    rows = lambda: texts(driver, "#library [role=row]")
    for name, place in [("the-tides", "11:40 of 43:20"), ("Dune Messiah", "41 %"), ("Book 4e5f6a", "30 %")]:
        wait(name, lambda: any(name in row and place in row for row in rows()))
    assert not any("kosync:" in row or "4e5f6a7b" in row for row in rows()), rows()
    for item, facts in [("https://media.example/the-tides.mp3", ["Feed\nfeeds.example/tides.xml"]),
                        ("kosync:0a1b2c3d", ["Reader\nkobo of Ann"]), ("kosync:4e5f6a7b", ["Reader\nkobo of Ann"])]:
        driver.execute_script("location.hash = 'item=' + encodeURIComponent(arguments[0])", item)
        wait(item, lambda: set(facts) <= set(texts(driver, "#item .facts div")))
        # No player opens a digest.
        assert ("Play" in texts(driver, "#item .buttons button")) == item.startswith("https"), item
        machine.call("io.stated.Playback.Clear", item=item)
    print("a podcast with its feed, and a book with its reader")
