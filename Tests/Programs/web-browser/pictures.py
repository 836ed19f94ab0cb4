# SPDX-License-Identifier: Apache-2.0
"""Pictures of the page.

Usage: pictures.py BINARIES OUTPUT
"""
import base64
import pathlib
import sys
import time
import urllib.parse

from harness import Machine, browser, wait
from scenes import Surface, disagree, furnish

FILM = "file:///srv/films/The%20Third%20Man.mkv"
VIEWS = {
    "now": "now", "library": "library", "item": "item=" + urllib.parse.quote(FILM, safe=""),
    "sync": "sync", "health": "health",
}
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}


def take_pictures(machine, driver, output):
    """Takes a picture of each view, wide and narrow, light and dark."""
    furnish(machine)
    tablet = Machine(machine.binaries, "tablet", machine.shared)
    disagree(machine, tablet, "file:///srv/films/Playtime.mkv")
    surface = Surface(machine, "mpv", FILM, "The Third Man", 4_460, 6_240)
    for size, (width, height) in SIZES.items():
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        for scheme in ("light", "dark"):
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
                {"name": "prefers-color-scheme", "value": scheme}]})
            for view, place in VIEWS.items():
                driver.execute_script("location.hash = arguments[0]", place)
                shown = "return document.getElementById(arguments[0]).offsetParent !== null"
                wait(view, lambda: driver.execute_script(shown, view))
                time.sleep(0.6)
                width_needed = driver.execute_script("return document.documentElement.scrollWidth")
                assert width_needed <= width, f"{view} is {width_needed} wide of {width}"
                data = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
                path = output / f"{view}-{size}-{scheme}.png"
                path.write_bytes(base64.b64decode(data))
    surface.close()
    tablet.close()
    print(f"pictures in {output}")


def main():
    output = pathlib.Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    machine = Machine(pathlib.Path(sys.argv[1]).resolve())
    driver = browser()
    try:
        driver.get(machine.url)
        take_pictures(machine, driver, output)
    finally:
        driver.quit()
        machine.close()


if __name__ == "__main__":
    main()
