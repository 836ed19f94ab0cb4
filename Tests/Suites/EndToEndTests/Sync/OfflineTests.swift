// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// What happens while the folder is not there, and what comes of it.
@Suite(.timeLimit(.minutes(10))) struct `Two daemons with an unmounted folder` {
    private let house: Household
    private let attic: Client
    private let cellar: Client

    init() throws {
        house = try Household()
        attic = try house.attic.client()
        cellar = try house.cellar.client()
    }

    /// Observed so many seconds ago: two daemons' clocks need not agree to the millisecond.
    private func ago(_ seconds: Int) -> JSONValue {
        ["at": .int((time(nil) - seconds) * 1_000)]
    }

    @Test
    func `both devices report the folder as offline, and no directory is created in its place`()
        throws
    {
        let monitor = try MonitorStream(house.attic.socket)
        let before = try monitor.until(state: "idle")
        #expect(before["indicator"] == ["label": "", "tone": "silent"])
        #expect(before["remote"] == .string("file://\(house.folder)"))
        #expect(before["device"] == "attic")
        house.unmount()
        try attic.save("film", 100)
        try attic.append("e1")
        let away = try monitor.until(state: "offline")
        #expect(away["online"] == false)
        #expect(away.at("indicator.icon") == "cloud-offline-symbolic")
        #expect(away.at("indicator.label") == "Offline, saving here")
        #expect(away.at("indicator.tone") == "neutral")
        #expect(away["error"]?.text?.contains(house.folder) == true)
        let refusal = try attic.sync("SyncNow")
        #expect(refusal.error == "io.stated.Sync.RemoteUnavailable")
        #expect(refusal["why"]?.text?.hasPrefix("there is no folder \(house.folder)") == true)
        #expect(access(house.folder, F_OK) != 0)

        // What is mounted there is empty, or another device's disk.
        mkdir(house.folder, 0o700)
        #expect(try attic.sync("SyncNow").error == "io.stated.Sync.RemoteUnavailable")
        #expect(DaemonFiles.names(in: house.folder).isEmpty)
        try house.attic.restart()
        let again = try house.attic.client()
        #expect(try again.sync("SyncNow").error == "io.stated.Sync.RemoteUnavailable")
        #expect(DaemonFiles.names(in: house.folder).isEmpty)
        #expect(try again.sync("GetStatus")["status.outbox.pending"] == 2)
        #expect(try again.position("film") == 100)
    }

    @Test func `an agreement to use a folder that fails does not cover another folder there`()
        throws
    {
        let other = house.directory.file("other")
        mkdir(other, 0o700)
        let stranger = try Household.device("stranger", other)
        try stranger.start()
        try stranger.client().save("theirs", 100)
        try stranger.client().syncNow()
        house.unmount()
        let refusal = try attic.sync("AcceptRemote")
        #expect(refusal.error == "io.stated.Sync.RemoteUnavailable")
        rename(other, house.folder)
        let answer = try attic.sync("SyncNow")
        #expect(answer["why"]?.text?.contains("belongs to a different remote store") == true)
        #expect(try attic.position("theirs") == nil)
    }

    @Test func `sync resumes when the remote returns`() throws {
        let monitor = try MonitorStream(house.attic.socket)
        let stream = try house.cellar.stream()
        try house.goOffline()
        for position in 1...20 { try attic.save("film", Double(position) * 100) }
        for number in 1...20 { try attic.append("e\(number)") }
        try monitor.until { $0["state"] == "offline" && $0.at("outbox.pending") == 21 }
        house.mount()
        // Nobody asks for a round: that the folder is back is noticed.
        try monitor.until(state: "idle", isEmpty: true)
        while try stream.next().at("point.position")?.number != 2_000 {}
        let events = try EventStream(house.cellar.socket)
        #expect(try events.next(20).map { $0["id"]?.text } == (1...20).map { "e\($0)" })
        let quiet = try MonitorStream(house.cellar.socket).until(state: "idle")
        #expect(quiet["indicator"] == ["label": "", "tone": "silent"])
        let states = Set(monitor.statuses.compactMap { $0["state"]?.text })
        #expect(states == ["idle", "syncing", "offline"])
    }

    @Test func `the outbox lists the waiting entries and why they wait`() throws {
        try house.goOffline()
        try attic.save("song", 10)
        try attic.playback("Clear", ["item": "song"])
        try attic.save("film", 100)
        try attic.append("e1")
        let entries = try attic.sync("ListOutbox")["entries"]?.elements ?? []
        let words = entries.map {
            "\($0["kind"]?.text ?? "") \($0["key"]?.text ?? "") \($0["state"]?.text ?? "")"
        }
        #expect(Set(words) == ["tombstone song pending", "point film pending", "event e1 pending"])
        for entry in entries {
            #expect(entry["error"]?.text?.contains(house.folder) == true)
            #expect(entry["nextAttemptAt"]?.int != nil)
        }
        #expect(try attic.sync("ListOutbox", ["state": "failed"])["entries"] == [])
        #expect(try attic.sync("ListOutbox", ["limit": 1])["entries"]?.elements.count == 1)
        #expect(
            try attic.sync("RetryFailed", ["id": 4_711])
                == .error("io.stated.Sync.EntryNotFound", ["id": 4_711])
        )
        #expect(try attic.sync("RetryFailed") == .ok(["retried": 0]))
        try house.goOnline()
        #expect(try attic.sync("ListOutbox")["entries"] == [])
        #expect(try cellar.position("film") == 100)
    }

    @Test func `a conflict is decided and listed, and the user can choose the other value`()
        throws
    {
        try attic.save("film", 50, ago(30))
        try house.meet()
        try house.goOffline()
        try attic.save("film", 100, ago(20))
        try cellar.save("film", 200, ago(10))
        try house.goOnline()
        for client in [attic, cellar] {
            #expect(try client.position("film") == 200, "the newest holds, on both")
            let conflicts = try client.sync("ListConflicts")["conflicts"]?.elements ?? []
            #expect(conflicts.count == 1)
            #expect(conflicts.first?["item"] == "film")
            #expect(conflicts.first?["strategy"] == "newest")
            #expect(conflicts.first?.at("winner.position") == 200.0)
            #expect(conflicts.first?.at("winner.device") == "cellar")
            #expect(conflicts.first?.at("loser.position") == 100.0)
            #expect(conflicts.first?.at("loser.device") == "attic")
        }
        let id = try attic.sync("ListConflicts")["conflicts.0.id"]?.int
        let number = JSONValue.int(try #require(id))
        // The number is the same on each device, and the list is each device's own.
        #expect(try cellar.sync("DismissConflict", ["id": number]) == .ok())
        #expect(try cellar.sync("GetStatus")["status.conflicts"] == 0)
        #expect(try attic.sync("GetStatus")["status.conflicts"] == 1)
        #expect(try cellar.sync("DismissConflict", ["id": number]).error != nil)
        #expect(try attic.sync("ResolveConflict", ["id": number]) == .ok())
        #expect(try attic.position("film") == 100)
        try house.meet()
        #expect(try cellar.position("film") == 100)
        #expect(try attic.sync("ResolveConflict", ["id": 4_711]).error != nil)
    }

    @Test func `conflicts among three devices are listed on each, with the same numbers`() throws {
        let barn = try Household.device("barn", house.folder)
        try barn.start()
        let devices = [attic, cellar, try barn.client()]
        for device in devices + devices { try device.syncNow() }
        house.unmount()
        for (device, place) in zip(devices, [100.0, 200, 300]) {
            try device.save("film", place, ago(60 - Int(place) / 10))
        }
        house.mount()
        for device in devices + devices + devices { try device.syncNow() }
        let lists = try devices.map { device in
            let listed = try device.sync("ListConflicts")["conflicts"]?.elements ?? []
            let lost = listed.map { ($0.at("loser.position")?.number, $0["id"]?.int) }
            return lost.sorted { ($0.0 ?? 0) < ($1.0 ?? 0) }
        }
        for list in lists {
            #expect(list.map(\.0) == [100, 200])
            #expect(list.map(\.1) == lists[0].map(\.1))
        }
    }

    @Test func `the daemon explains why a value won`() throws {
        try attic.save("film", 50, ago(30))
        try house.meet()
        try house.goOffline()
        try attic.save("film", 100, ago(20))
        try cellar.save("film", 200, ago(10))
        try house.goOnline()
        let received = try house.attic.statectl("sync", "explain", "film")
        #expect(received.exit == .status(0))
        let newest = try #require(received.lines.first).split(separator: "\t")
        #expect(newest.contains("cellar"))
        #expect(newest.contains("applied"))
        let reason = try #require(newest.last)
        #expect(reason.hasPrefix("newest: the later change wins, clock "))
        #expect(received.lines.contains { $0.contains("\tattic\t") })
        let kept = try house.cellar.statectl("sync", "explain", "film")
        #expect(
            kept.lines.contains { $0.contains("\tattic\t") && $0.contains("\tkept\t") },
            "\(kept.lines)"
        )
        let unknown = try house.attic.statectl("sync", "explain", "nothing")
        #expect(unknown.exit == .status(1))
        #expect(unknown.lines.first?.hasPrefix("statectl: nothing is known about nothing") == true)
    }

    @Test(arguments: ["furthest", "newest"])
    func `the configured strategy decides conflicts`(strategy: String) throws {
        let house = try Household("--conflict", strategy)
        let (attic, cellar) = (try house.attic.client(), try house.cellar.client())
        try house.goOffline()
        try attic.save("film", 2_000, ago(20))
        try cellar.save("film", 200, ago(10))
        try house.goOnline()
        for client in [attic, cellar] {
            #expect(try client.position("film") == (strategy == "furthest" ? 2_000 : 200))
        }
    }

    @Test func `a clear wins over an earlier save on the other device`() throws {
        try attic.save("film", 100, ago(20))
        try house.meet()
        try house.goOffline()
        try cellar.save("film", 150, ago(10))
        try attic.playback("Clear", ["item": "film"])
        try house.goOnline()
        for client in [attic, cellar] {
            #expect(try client.playback("Get", ["item": "film"]) == .notFound("film"))
        }
        #expect(try cellar.sync("ListConflicts")["conflicts.0.loser.position"] == 150.0)
    }
}
