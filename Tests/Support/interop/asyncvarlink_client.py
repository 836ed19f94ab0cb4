# SPDX-License-Identifier: Apache-2.0
"""Speaks to a server of org.varlink.certification with asyncvarlink, many calls at a time.

Usage: asyncvarlink_client.py SOCKET
"""

import asyncio
import sys

from asyncvarlink import (
    TypedVarlinkErrorReply,
    VarlinkClientProtocol,
    VarlinkInterface,
    connect_unix_varlink,
    varlinkmethod,
)
from asyncvarlink.serviceinterface import (
    InterfaceNotFound,
    VarlinkServiceInterface,
)


class ClientIdError(TypedVarlinkErrorReply, interface="org.varlink.certification"):
    class Parameters:
        pass


class Certification(VarlinkInterface, name="org.varlink.certification"):
    errors = (ClientIdError,)

    @varlinkmethod(return_parameter="client_id")
    def Start(self) -> str: ...

    @varlinkmethod(return_parameter="bool")
    def Test01(self, *, client_id: str) -> bool: ...


async def expect(error, awaitable):
    try:
        reply = await awaitable
    except error:
        return
    raise AssertionError(f"{reply} came where {error.__name__} is due")


async def main():
    transport, protocol = await connect_unix_varlink(VarlinkClientProtocol, sys.argv[1])
    service = protocol.make_proxy(VarlinkServiceInterface)
    certification = protocol.make_proxy(Certification)

    info = await service.GetInfo()
    assert info["interfaces"] == ["org.varlink.service", Certification.name], info
    await expect(InterfaceNotFound, service.GetInterfaceDescription(interface="a.b"))
    await expect(ClientIdError, certification.Test01(client_id="nobody"))

    starts = await asyncio.gather(*(certification.Start() for _ in range(200)))
    clients = {start["client_id"] for start in starts}
    assert len(clients) == 200, starts
    replies = await asyncio.gather(
        *(certification.Test01(client_id=client) for client in clients)
    )
    assert all(reply["bool"] is True for reply in replies), replies

    transport.close()
    print("asyncvarlink passed")


asyncio.run(main())
