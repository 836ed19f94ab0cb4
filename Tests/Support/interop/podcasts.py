# SPDX-License-Identifier: Apache-2.0
"""Syncs podcasts with the web server by mygpoclient, the library of gPodder.

Usage: podcasts.py PORT NAME PASSWORD OTHER-NAME OTHER-PASSWORD
Prints what was seen; fails at the first thing that is not as it should be.
"""
import sys
import time

from mygpoclient import api, feeds, http, simple

PORT, NAME, PASSWORD, OTHER, OTHER_PASSWORD = sys.argv[1:]
HOST = f"http://127.0.0.1:{PORT}"
FEED = "https://feeds.example/a%3Ab?x=1"
EPISODE = "https://media.example/1.mp3"


def client(name=NAME, password=PASSWORD):
    return api.MygPodderClient(name, password, HOST)


def play(position, when, total=1000, episode=EPISODE):
    return api.EpisodeAction(FEED, episode, "play", "laptop", when, 0, position, total)


def refused(name, password, kind=http.Unauthorized):
    try:
        client(name, password).get_subscriptions("laptop")
    except kind:
        return
    raise AssertionError("not refused")


def subscriptions():
    """Subscriptions there and back, by both of the library's interfaces."""
    first = client()
    assert first.get_subscriptions("laptop") == []
    assert first.put_subscriptions("laptop", [FEED, "https://feeds.example/b"])
    assert first.get_subscriptions("laptop") == [FEED, "https://feeds.example/b"]
    begun = first.pull_subscriptions("laptop")
    assert begun.add == [FEED, "https://feeds.example/b"] and begun.remove == []
    changed = first.update_subscriptions("laptop", ["https://feeds.example/c "],
                                         ["https://feeds.example/b"])
    assert changed.update_urls == [("https://feeds.example/c ", "https://feeds.example/c")]
    second = client(OTHER, OTHER_PASSWORD)
    pulled = second.pull_subscriptions("phone")
    assert pulled.add == [FEED, "https://feeds.example/c"] and pulled.remove == []
    later = first.pull_subscriptions("laptop", begun.since)
    assert later.add == ["https://feeds.example/c"], later.add
    assert later.remove == ["https://feeds.example/b"], later.remove
    other = simple.SimpleClient(NAME, PASSWORD, HOST)
    assert other.get_subscriptions("laptop") == [FEED, "https://feeds.example/c"]


def actions():
    """Actions there and back: what arrives late is not lost, and the later place is the last."""
    first, second = client(), client(OTHER, OTHER_PASSWORD)
    now = int(time.time())
    when = [time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now - age)) for age in (60, 3600)]
    began = second.download_episode_actions()
    assert began.actions == [] and began.since > 1
    assert first.upload_episode_actions([play(300, when[0])]) > 1
    heard = second.download_episode_actions(began.since)
    assert [action.position for action in heard.actions] == [300]
    assert heard.actions[0].timestamp == when[0]
    # An hour old when it arrives, and no other one is in the page.
    first.upload_episode_actions([play(200, when[1])])
    late = second.download_episode_actions(heard.since)
    assert [action.position for action in late.actions] == [200, 300]
    assert second.download_episode_actions(late.since).actions == []
    # A repeated upload is no news.
    first.upload_episode_actions([play(200, when[1]), play(300, when[0])])
    assert second.download_episode_actions(late.since).actions == []


def devices():
    """More than three requests: without a cookie the library shows no password after that."""
    first = client()
    for _ in range(6):
        assert first.update_device_settings("laptop", "My Laptop", "laptop")
    found = [(device.device_id, device.caption, device.type) for device in first.get_devices()]
    assert ("laptop", "My Laptop", "laptop") in found, found
    assert isinstance(first.get_devices()[0].subscriptions, int)
    assert feeds is not None


for part in (subscriptions, actions, devices):
    part()
    print(part.__doc__)
refused(NAME, "aaaa-aaaa-aaaa-aaaa")
refused("stranger", PASSWORD)
print("wrong passwords are refused")
