# SPDX-License-Identifier: Apache-2.0
"""Lists of the library that are loaded again as points change."""
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from choices import texts
from harness import wait

# Calls of List are held, or fail, as the test says; the page waits for no frame and no time in between.
WATCH = """
    window.kept = [fetch, setTimeout];
    const [ask, later] = kept;
    window.lists = [];
    window.mode = 'pass';
    window.fetch = (path, options) => {
      const send = () => ask(path, options);
      if (!path.endsWith('Playback.List')) return send();
      return new Promise((resolve, reject) => {
        lists.push({signal: options.signal, go: () => resolve(send())});
        if (mode === 'pass') resolve(send());
        if (mode === 'fail') {mode = 'pass'; reject(new TypeError());}
      });
    };
    window.setTimeout = (work, ms, ...rest) =>
      work === requestAnimationFrame || ms === 5000 ? queueMicrotask(rest[0] ?? work) : later(work, ms, ...rest);
"""
RELEASE = "mode = 'pass'; for (const list of lists) list.go()"
RESTORE = "[window.fetch, window.setTimeout] = kept"
NEWEST = "const done = arguments[0]; import('/page/points.js').then(({points}) => done(points.all[0].item))"


def choose(driver, order, words=None):
    if words is not None:
        search = driver.find_element(By.CSS_SELECTOR, "#library input")
        search.clear()
        search.send_keys(words)
    driver.find_element(By.XPATH, f"//select[@aria-label='Order']/option[normalize-space(.)='{order}']").click()


def names(driver):
    return texts(driver, "#library .spacer .row a")


def count(driver):
    return driver.execute_script("return lists.length")


def reload_choice(machine, driver):
    """Changes load a list once at a time; a failure is made up for, and an abandoned list ends."""
    save = lambda letter: machine.save(f"reload-{letter}", 100, title=f"Reload {letter}", duration=900)
    shows = lambda letters: lambda: names(driver) == [f"Reload {letter}" for letter in letters]
    save("a")
    driver.execute_script("location.hash = 'library'")
    choose(driver, "By title", "reload")
    wait("the list", shows("a"))
    driver.execute_script(WATCH)
    driver.execute_script("mode = 'hold'")
    save("b")
    wait("a call for the change", lambda: count(driver) == 1)
    save("c")
    wait("the next change", lambda: driver.execute_async_script(NEWEST) == "reload-c")
    assert count(driver) == 1, "a call beside another one"
    driver.execute_script(RELEASE)
    wait("both changes", shows("abc"))
    assert count(driver) == 2, "a call for each change"
    driver.execute_script("mode = 'fail'")
    save("d")
    wait("the change after a failure", shows("abcd"))
    driver.execute_script("mode = 'hold'; lists.length = 0")
    save("e")
    wait("a call for the change", lambda: count(driver) == 1)
    choose(driver, "By progress")
    wait("the end of the call", lambda: driver.execute_script("return lists[0].signal.aborted"))
    driver.execute_script(RELEASE)
    wait("the other order", shows("edcba"))
    driver.execute_script(RESTORE)
    print("a list is loaded once at a time, also after a failure")


def reload_series(machine, driver):
    """A change of the series of all points asks the daemon for nothing."""
    episode = lambda number: machine.save(f"file:///srv/Babylon/Babylon%20S01E{number:02}.mkv", 100, duration=900)
    newest = lambda number, button: lambda: names(driver)[:1] == [f"Babylon S01E{number:02}"] \
        and texts(driver, "#library .spacer .title button")[:1] == [button]
    episode(1)
    episode(2)
    choose(driver, "By series", " ")
    wait("the series", newest(2, "2 in the series"))
    driver.execute_script(WATCH)
    episode(3)
    wait("the new episode", newest(3, "3 in the series"))
    assert count(driver) == 0, "a list that was loaded again"
    driver.execute_script(RESTORE)
    driver.find_element(By.CSS_SELECTOR, "#library .rows").send_keys(Keys.ARROW_RIGHT)
    wait("the episodes", lambda: names(driver) == [f"Babylon S01E{number:02}" for number in (1, 2, 3)])
    choose(driver, "Newest first")
    wait("all of them", lambda: names(driver)[:2] == ["Babylon S01E03", "Babylon S01E02"])
    print("series follow changes")
