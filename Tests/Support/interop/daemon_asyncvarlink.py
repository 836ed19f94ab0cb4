# SPDX-License-Identifier: Apache-2.0
"""Uses the daemon with asyncvarlink, many calls at a time on one connection.

Usage: daemon_asyncvarlink.py SOCKET
"""

import asyncio
import sys
import typing

from asyncvarlink import (
    GenericVarlinkErrorReply,
    TypedVarlinkErrorReply,
    VarlinkClientProtocol,
    VarlinkInterface,
    connect_unix_varlink,
    varlinkmethod,
)
from asyncvarlink.serviceinterface import VarlinkServiceInterface


class NotFound(TypedVarlinkErrorReply, interface="io.stated.Playback"):
    class Parameters:
        item: str | None
        player: str | None


class InvalidSnapshot(TypedVarlinkErrorReply, interface="io.stated.Playback"):
    class Parameters:
        field: str
        why: str


class Playback(VarlinkInterface, name="io.stated.Playback"):
    errors = (NotFound, InvalidSnapshot)

    @varlinkmethod(return_parameter="result", allow_foreign=True)
    def Save(self, *, snapshot: typing.Any) -> typing.Any: ...

    @varlinkmethod(return_parameter="results", allow_foreign=True)
    def SaveMany(self, *, snapshots: list[typing.Any]) -> list[typing.Any]: ...

    @varlinkmethod(return_parameter="point", allow_foreign=True)
    def Get(self, *, item: str) -> typing.Any: ...

    @varlinkmethod(allow_foreign=True)
    def List(
        self, *, player: str | None = None, limit: int | None = None, cursor: str | None = None
    ) -> typing.TypedDict("Page", {"points": list[typing.Any], "cursor": str | None}): ...

    @varlinkmethod(allow_foreign=True)
    def Subscribe(
        self, *, token: str | None = None, player: str | None = None, item: str | None = None
    ) -> typing.Iterator[
        typing.TypedDict(
            "Delivery",
            {"changes": list[typing.Any], "ready": bool, "skipped": int, "token": str},
        )
    ]: ...


class Service(VarlinkInterface, name="io.stated.Service"):
    @varlinkmethod(return_parameter="health", allow_foreign=True)
    def GetHealth(self) -> typing.Any: ...


def snapshot(number, **others):
    return dict(
        item=f"item {number}", player="asyncio", status="paused", position=number + 10.5, **others
    )


async def expect(error, awaitable):
    try:
        reply = await awaitable
    except error as caught:
        return caught
    raise AssertionError(f"{reply} came where {error.__name__} is due")


async def saves(playback):
    """Two hundred calls under way at once, and each gets its own answer."""
    results = await asyncio.gather(
        *(playback.Save(snapshot=snapshot(number)) for number in range(200))
    )
    assert all(one["result"]["outcome"] == "saved" for one in results), results
    points = await asyncio.gather(
        *(playback.Get(item=f"item {number}") for number in range(200))
    )
    positions = [one["point"]["position"] for one in points]
    assert positions == [number + 10.5 for number in range(200)], positions
    page = await playback.List(limit=1000)
    assert len(page["points"]) == 200, len(page["points"])


async def fails(playback):
    missing = await expect(NotFound, playback.Get(item="nothing"))
    assert missing.parameters["item"] == "nothing", missing
    wrong = await expect(
        InvalidSnapshot, playback.Save(snapshot=snapshot(1, ttl=0))
    )
    assert wrong.parameters["field"] == "ttl", wrong
    await expect(GenericVarlinkErrorReply, playback.List(limit=0))


async def follows(path, playback):
    transport, protocol = await connect_unix_varlink(VarlinkClientProtocol, path)
    stream = protocol.make_proxy(Playback).Subscribe(item="item 7")
    reply = await anext(stream)
    while not reply["ready"]:
        reply = await anext(stream)
    await playback.Save(snapshot=snapshot(7, cause="seek") | {"position": 99.5})
    reply = await anext(stream)
    assert reply["changes"][0]["point"]["position"] == 99.5, reply
    await stream.aclose()
    transport.close()


async def main():
    path = sys.argv[1]
    transport, protocol = await connect_unix_varlink(VarlinkClientProtocol, path)
    info = await protocol.make_proxy(VarlinkServiceInterface).GetInfo()
    assert Playback.name in info["interfaces"], info
    playback = protocol.make_proxy(Playback)
    await saves(playback)
    await fails(playback)
    await follows(path, playback)
    health = await protocol.make_proxy(Service).GetHealth()
    assert health["health"]["points"] == 200, health
    transport.close()
    print("asyncvarlink passed")


asyncio.run(main())
