// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

extension Client {
    fileprivate func put(_ id: String, _ key: String) throws {
        let event = JSONValue.event(id, topic: "order", ["n": .string(id)]).with([
            "key": .string(key)
        ])
        #expect(try events("Append", event).error == nil)
    }

    /// The IDs of events of the key `a`, and of those that lost.
    fileprivate var history: (all: [String], lost: [String]) {
        get throws {
            let events =
                try events("List", ["topic": "order", "key": "a"])["events"]?.elements ?? []
            let lost = events.filter { $0["lost"] == true }
            return (events.compactMap { $0["id"]?.text }, lost.compactMap { $0["id"]?.text })
        }
    }

    /// The IDs of the current values to which others lost.
    fileprivate var conflicts: [String] {
        get throws {
            let page = try events("Latest", ["topic": "order", "conflicts": true])
            return page["events"]?.elements.compactMap { $0["id"]?.text } ?? []
        }
    }

    fileprivate var latest: [String] {
        get throws {
            let page = try events("Latest", ["topic": "order"])
            return page["events"]?.elements.compactMap { $0["id"]?.text } ?? []
        }
    }
}

@Suite(.timeLimit(.minutes(10))) struct `Event keys on two daemons` {
    @Test func `both devices show the same conflict about a key, until one of them ends it`() throws
    {
        let house = try Household()
        let (attic, cellar) = (try house.attic.client(), try house.cellar.client())
        try attic.put("1", "a")
        try attic.put("2", "b")
        for client in [attic, cellar] { try client.syncNow() }
        try house.goOffline()
        for id in ["3", "5", "7"] { try attic.put(id, "a") }
        for id in ["4", "6"] { try cellar.put(id, "a") }
        try house.goOnline()
        for client in [attic, cellar, attic] { try client.syncNow() }
        let (winner, lost) = (try attic.conflicts, try attic.history.lost)
        #expect(winner == (try attic.latest).filter { $0 != "2" })
        #expect(lost == (winner == ["6"] ? ["3", "5", "7"] : ["4", "6"]))
        #expect(try cellar.conflicts == winner)
        #expect(try cellar.history.lost == lost)
        let id = JSONValue.string(try #require(lost.first))
        let parameters: JSONValue = ["topic": "order", "key": "a", "id": id]
        #expect(try cellar.events("Undo", parameters).error == nil)
        for client in [cellar, attic] { try client.syncNow() }
        for client in [attic, cellar] {
            #expect(try client.conflicts.isEmpty)
            #expect(try client.history.all.count == 7)
        }
    }

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
