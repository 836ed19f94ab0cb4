# SPDX-License-Identifier: Apache-2.0
"""Uses the daemon with the reference implementation of Varlink, by the interfaces it describes.

Usage: daemon_varlink.py SOCKET CONFIGURATION

The daemon holds at most 122 points, and reads that file at a reload.
"""

import sys

import varlink


def refused(error, method, *arguments, **options):
    """Expects that the call is answered with the error of that name; its parameters."""
    try:
        reply = method(*arguments, **options)
    except varlink.VarlinkError as caught:
        assert caught.error() == error, f"{caught.error()} came where {error} is due"
        return caught.parameters()
    raise AssertionError(f"{reply} came where {error} is due")


def snapshot(item, position, **others):
    return dict(item=item, player="python", status="paused", position=position, **others)


def describes_itself(client):
    with client.open("org.varlink.service") as service:
        info = service.GetInfo()
    assert info["product"] == "stated", info
    for name in info["interfaces"]:
        description = client.get_interface(name).description
        assert f"interface {name}" in description, description


def saves(playback):
    result = playback.Save(snapshot("film", 61.5, duration=5400.0, title="Ein Film — 電影"))
    assert result["result"]["outcome"] == "saved", result
    point = playback.Get("film")["point"]
    assert point["position"] == 61.5 and point["title"] == "Ein Film — 電影", point
    assert point["duration"] == 5400.0 and point["status"] == "paused", point
    many = playback.SaveMany([snapshot(f"item {number}", number + 10) for number in range(120)])
    assert [one["outcome"] for one in many["results"]] == ["saved"] * 120
    assert playback.Save(snapshot("film", 61.5))["result"]["why"] == "unchanged"


def reads(playback):
    items, cursor = [], None
    while True:
        page = playback.List("python", 50, cursor)
        items += [point["item"] for point in page["points"]]
        cursor = page.get("cursor")
        if cursor is None:
            break
    assert len(items) == len(set(items)) == 121, items
    assert playback.Resume("film")["position"] == 61.5
    playback.Save(snapshot("film", 3000.0))
    history = playback.History("film")["entries"]
    assert [entry["ending"] for entry in history] == ["replaced"], history
    assert playback.Clear("film")["revision"] > 0
    assert playback.Undo("film")["point"]["position"] == 3000.0


def follows(address):
    """A stream on a connection of its own, from what stands to what happens."""
    with varlink.Client.new_with_address(address) as client:
        with client.open("io.stated.Playback") as stream, client.open(
            "io.stated.Playback"
        ) as playback:
            replies = stream.Subscribe(None, None, "film", _more=True)
            standing = next(replies)
            while not standing["ready"]:
                standing = next(replies)
            playback.Save(snapshot("film", 70.0), _oneway=True)
            change = next(replies)["changes"][0]
            assert change["kind"] in ("saved", "observed"), change
            playback.Save(snapshot("film", 80.0))
            changes = next(replies)
            assert changes["changes"][0]["point"]["position"] == 80.0, changes
            token = changes["token"]
        with client.open("io.stated.Playback") as stream:
            reply = next(stream.Subscribe(token, None, None, _more=True))
            assert reply["ready"], reply


def fails(playback, service):
    wrong = refused("io.stated.Playback.InvalidSnapshot", playback.Save, snapshot("film", -1.0))
    assert wrong["field"] == "position" and wrong["why"], wrong
    assert refused("io.stated.Playback.NotFound", playback.Get, "nothing")["item"] == "nothing"
    gone = playback.Save(snapshot("gone", 10.0, at=1))
    assert gone["result"]["why"] == "expired", gone
    expired = refused("io.stated.Playback.Expired", playback.Get, "gone")
    assert expired["item"] == "gone" and expired["expiredAt"] == 86400001, expired
    refused("io.stated.Playback.ResyncRequired", next, playback.Subscribe("x", _more=True))
    refused("org.varlink.service.ExpectedMore", playback.Subscribe)
    limit = refused("io.stated.Service.InvalidValue", playback.List, None, 1001)
    assert limit["parameter"] == "limit", limit
    missing = refused("org.varlink.service.InvalidParameter", playback.Get)
    assert missing["parameter"] == "item", missing
    service.Backup("once")
    again = refused("io.stated.Service.BackupFailed", service.Backup, "once")
    assert again["path"].endswith("once.db"), again
    assert service.GetHealth()["health"]["status"] == "ok"
    assert service.GetMetrics()["text"].endswith("# EOF\n")
    assert service.Reload()["changed"] == []


def reaches_limits(playback, service):
    full = refused(
        "io.stated.Service.QuotaExceeded",
        playback.SaveMany,
        [snapshot("one", 10.0), snapshot("too many", 10.0)],
    )
    assert full["value"] == 122 and "points" in full["limit"], full
    refused("io.stated.Playback.NotFound", playback.Get, "one")
    with open(sys.argv[2], "a", encoding="utf-8") as configuration:
        configuration.write("ttl: soon\n")
    fault = refused("io.stated.Service.InvalidConfiguration", service.Reload)
    assert fault["path"] == sys.argv[2] and fault["key"] == "ttl" and fault["why"], fault


def main():
    address = "unix:" + sys.argv[1]
    with varlink.Client.new_with_address(address) as client:
        describes_itself(client)
        with client.open("io.stated.Playback") as playback, client.open(
            "io.stated.Service"
        ) as service:
            saves(playback)
            reads(playback)
            fails(playback, service)
            reaches_limits(playback, service)
    follows(address)
    print("varlink passed")


if __name__ == "__main__":
    main()
