// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// How long a change takes, and folders that another program carries.
@Suite(.timeLimit(.minutes(10))) struct `Changes on the way to another device` {
    @Test
    func `changes arrive within five seconds if the system reports changed files`() throws {
        let house = try Household()
        let stream = try house.cellar.stream()
        let attic = try house.attic.client()
        var longest = Duration.zero
        for number in 1...20 {
            let start = ContinuousClock.now
            try attic.save("item \(number)", 10)
            while try stream.next()["item"]?.text != "item \(number)" {}
            longest = max(longest, ContinuousClock.now - start)
        }
        #expect(longest < .seconds(5))
        let status = try MonitorStream(house.cellar.socket).until {
            $0.at("delay.count")?.int ?? 0 >= 20
        }
        #expect(status["notifications"]?.int ?? 0 > 0)
        #expect(status["polling"] == false)
        #expect(status.at("delay.max")?.int ?? .max < 5_000)
    }

    @Test func `ticks are sent early while another device is in the foreground`()
        throws
    {
        let house = try Household("--active-interval", "1h")
        let attic = try house.attic.client()
        func play(to position: Double) throws {
            let snapshot: JSONValue = [
                "item": "film", "player": "mpv", "status": "playing", "position": .double(position),
            ]
            try #require(try attic.playback("Save", ["snapshot": snapshot]).error == nil)
        }
        try play(to: 60)
        let stream = try ClientStream(house.cellar.socket, ["front": true])
        try play(to: 62)
        while try stream.next().at("point.position")?.number ?? 0 < 62 {}
    }

    @Test func `through folders that rsync copies both ways, changes arrive once and in order`()
        throws
    {
        let folders = [try TemporaryDirectory(), try TemporaryDirectory()]
        let attic = try Household.device("attic", folders[0].path)
        try attic.start()
        try attic.client().syncNow()
        try Household.carry(folders[0].path, to: folders[1].path)
        let cellar = try Household.device("cellar", folders[1].path)
        try cellar.start()
        let clients = [try attic.client(), try cellar.client()]
        let others = [try attic.client(), try cellar.client()]
        func carry() throws {
            try Household.carry(folders[0].path, to: folders[1].path)
            try Household.carry(folders[1].path, to: folders[0].path)
        }
        for round in 1...20 {
            for (client, letter) in zip(clients, ["a", "c"]) {
                for number in 1...10 {
                    let id = JSONValue.event("\(letter)\(round * 10 + number - 10)")
                    try client.send("io.stated.Events.Append", id)
                    let place = JSONValue.snapshot("\(letter) \(number)", Double(round) * 10)
                    try client.send("io.stated.Playback.Save", ["snapshot": place])
                }
            }
            // The folders are carried while the devices write to them.
            try carry()
            for client in clients {
                for _ in 1...20 { #expect(try client.receive().error == nil) }
            }
        }
        for client in others + others {
            try client.syncNow()
            try carry()
        }
        for client in others { try client.syncNow() }
        for client in others {
            let ids = try client.allEvents().compactMap { $0["id"]?.text }
            #expect(ids.count == 400)
            for letter in ["a", "c"] {
                let theirs = ids.filter { $0.hasPrefix(letter) }
                #expect(theirs == (1...200).map { "\(letter)\($0)" })
                for number in 1...10 { #expect(try client.position("\(letter) \(number)") == 200) }
            }
        }
        #expect(try others[0].sync("ListDevices")["devices"]?.elements.count == 2)
    }
}
