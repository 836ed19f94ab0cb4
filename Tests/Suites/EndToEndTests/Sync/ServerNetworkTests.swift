// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// Devices whose way to a NATS server comes and goes.
@Suite(.timeLimit(.minutes(10))) struct `Servers and the network` {
    @Test func `changes made offline are sent whenever the network returns`() throws {
        let room = try ServerRoom()
        let attic = try room.attic.client()
        let monitor = try MonitorStream(room.attic.socket)
        try monitor.until(state: "offline")
        try attic.save("film", 100)
        for number in 1...50 { try attic.append("a\(number)") }
        try monitor.until { $0.at("outbox.pending") == 51 && $0["online"] == false }
        #expect(try attic.sync("ListOutbox")["entries.0.attempts"] == 0, "nothing was tried")

        try room.layCable()
        try room.plugIn()
        try monitor.until(state: "idle", isEmpty: true)
        let cellar = try room.cellar.client()
        let stream = try ClientStream(room.cellar.socket)
        _ = try stream.untilReady()
        try waitUntil("the cellar has what was sent") {
            try cellar.service("GetHealth")["health.events"]?.int == 50
        }
        #expect(try cellar.position("film") == 100)

        try room.unplug()
        try attic.save("film", 200)
        try monitor.until { $0["state"] == "offline" && $0.at("outbox.pending") == 1 }
        try cellar.save("song", 50)
        try room.plugIn()
        try monitor.until(state: "idle", isEmpty: true)
        try waitUntil("both have what the other did") {
            try attic.position("song") == 50 && cellar.position("film") == 200
        }
    }

    @Test func `sync over a slow and lossy network neither loses nor repeats records`() throws {
        let room = try ServerRoom()
        try room.layCable()
        try room.plugIn()
        try room.wearOut()
        let (attic, cellar) = (try room.attic.client(), try room.cellar.client())
        for number in 1...1_000 {
            try attic.append("a\(number)")
            try cellar.append("c\(number)")
            if number % 50 == 0 { try attic.save("film \(number)", Double(100 + number)) }
        }
        for device in [attic, cellar] {
            try waitUntil("everything is on both devices") {
                try device.service("GetHealth")["health.events"]?.int == 2_000
            }
            let ids = try device.allEvents().compactMap { $0["id"]?.text }
            #expect(ids.filter { $0.hasPrefix("a") } == (1...1_000).map { "a\($0)" })
            #expect(ids.filter { $0.hasPrefix("c") } == (1...1_000).map { "c\($0)" })
        }
        try waitUntil("the last film has arrived") { try cellar.position("film 1000") == 1_100 }
        #expect(try room.lostPackets() > 0)
    }

    @Test func `a cable unplugged during a push neither loses nor repeats records`() throws {
        let room = try ServerRoom()
        try room.layCable()
        try room.plugIn()
        let attic = try room.attic.client()
        let monitor = try MonitorStream(room.attic.socket)
        try monitor.until(state: "idle", isEmpty: true)
        room.pauseServer(true)
        for number in 1...600 { try attic.append("a\(number)") }
        // The push is on its way, and nobody answers it.
        try monitor.until { $0["state"] == "syncing" }
        try room.unplug()
        // The server stores what it has received; its answers get nowhere.
        room.pauseServer(false)
        for number in 601...700 { try attic.append("a\(number)") }
        try monitor.until { $0["state"] == "offline" }
        try room.plugIn()
        try monitor.until(state: "idle", isEmpty: true)
        let cellar = try room.cellar.client()
        try waitUntil("the cellar has all") {
            try cellar.service("GetHealth")["health.events"]?.int == 700
        }
        let ids = try cellar.allEvents().map { $0["id"]?.text }
        #expect(ids == (1...700).map { "a\($0)" })
    }
}
