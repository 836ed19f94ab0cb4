// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

extension Client {
    fileprivate func put(_ id: String, _ key: String) throws {
        let event = JSONValue.event(id, topic: "order").with(["key": .string(key)])
        #expect(try events("Append", event).error == nil)
    }

    fileprivate var latest: [String] {
        get throws {
            let page = try events("Latest", ["topic": "order"])
            return page["events"]?.elements.compactMap { $0["id"]?.text } ?? []
        }
    }
}

@Suite(.timeLimit(.minutes(10))) struct `Event keys on two daemons` {
    @Test
    func `an event key has the same value on both devices, and stays cleared after a clear`() throws
    {
        let house = try Household()
        let (attic, cellar) = (try house.attic.client(), try house.cellar.client())
        try attic.put("1", "a")
        try attic.put("2", "b")
        for client in [attic, cellar] { try client.syncNow() }
        #expect(try cellar.latest == ["1", "2"])
        try house.goOffline()
        try attic.put("3", "a")
        #expect(try cellar.events("Clear", ["topic": "order", "key": "a"])["cleared"] == true)
        try house.goOnline()
        for client in [attic, cellar] { #expect(try client.latest == ["2"]) }
        try cellar.put("4", "a")
        for client in [cellar, attic] { try client.syncNow() }
        for client in [attic, cellar] { #expect(try client.latest == ["4", "2"]) }
    }
}
