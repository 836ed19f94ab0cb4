// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// Tokens: a stream that goes on where another one stopped.
@Suite struct TokenTests {
    let daemon: DaemonProcess

    init() throws {
        daemon = try .running()
    }

    private func isRefused(_ token: String, by daemon: DaemonProcess) throws -> String? {
        let stream = try daemon.stream(token: token)
        let answer = try stream.client.receive()
        guard answer.error == "io.stated.Playback.ResyncRequired" else { return nil }
        // The connection is still good for something else.
        #expect(try stream.client.save("after", 1.5).error == nil)
        return answer["why"]?.text
    }

    @Test func `a stream continues from its token without gaps or repetitions`() throws {
        let client = try daemon.client()
        try client.save("a", 10)
        var stream = try daemon.stream()
        for number in 0..<5 { try client.save("missed \(number)", 10) }
        stream = try daemon.stream(token: stream.token)
        let missed = try stream.untilReady()
        let saved = missed.filter { $0["kind"] == "saved" }
        #expect(saved.map { $0["item"]?.text } == (0..<5).map { "missed \($0)" })
        // The player's current item is sent as it is now.
        #expect(missed.dropFirst(5).map { $0["kind"] } == ["player"])
        try client.save("new", 10)
        _ = try stream.until(item: "new")
        stream = try daemon.stream(token: stream.token)
        _ = try stream.untilReady()
    }

    @Test(arguments: [true, false])
    func `a token survives a restart and a crash`(isKilled: Bool) throws {
        var client = try daemon.client()
        let stream = try daemon.stream()
        for number in 0..<10 { try client.save("seen \(number)", 10) }
        _ = try stream.until(item: "seen 9")
        for number in 0..<10 { try client.save("missed \(number)", 10) }
        if isKilled {
            try daemon.kill()
            try daemon.start()
        } else {
            try daemon.restart()
        }
        client = try daemon.client()
        try client.save("later", 10)
        let again = try daemon.stream(token: stream.token)
        let received = try again.untilReady().filter { $0["kind"] != "player" }
        let expected = (0..<10).map { "missed \($0)" } + ["later"]
        // The token is that of a reply; changes of the same packet as "seen 9" may stand behind it.
        #expect(received.compactMap { $0["item"]?.text } == expected)
        #expect(again.skipped == 0)
    }

    @Test func `the token of each reply stays valid while other changes follow`() throws {
        let client = try daemon.client()
        let stream = try daemon.stream()
        var tokens: [(token: String, seen: Int)] = []
        for number in 0..<10 {
            try client.save("item \(number)", 10)
            if number == 5 { try client.tick("item 5", 20) }
            _ = try stream.until(item: "item \(number)")
            tokens.append((stream.token, number))
        }
        for (token, seen) in tokens {
            let again = try daemon.stream(token: token)
            let items = try again.untilReady().filter { $0["kind"] == "saved" }
                .compactMap { $0["item"]?.text }
            #expect(
                items.filter { $0 != "item 5" }
                    == (seen + 1..<10).map { "item \($0)" }.filter { $0 != "item 5" }
            )
        }
    }

    @Test(arguments: ["", "x", "1.2.3.4", "a.1.1.1.1.1", "ü", "....", "a.-1.1.1"])
    func `an invalid token is refused, and the connection stays usable`(token: String) throws {
        let reason = try isRefused(token, by: daemon)
        #expect(reason?.isEmpty == false)
    }

    @Test
    func `a token of another store, or of a later state than the store's, is refused`() throws {
        let other = try DaemonProcess.running()
        let foreign = try other.stream()
        #expect(try isRefused(foreign.token, by: daemon)?.contains("another store") == true)

        let client = try other.client()
        let stream = try ClientStream(other.socket)
        _ = try stream.untilReady()
        try other.stop()
        try other.directory.copy(other.store, as: "older.db")
        try other.start()
        let ahead = try other.stream()
        let newer = try other.client()
        try newer.save("film", 10)
        _ = try ahead.until(item: "film")
        try other.stop()
        try other.place(other.directory.file("older.db"))
        try other.start()
        #expect(try isRefused(ahead.token, by: other) != nil)
        withExtendedLifetime(client) {}
    }

    @Test func `a token from before a backup was restored is refused`() throws {
        let client = try daemon.client()
        try client.save("film", 10)
        let stream = try daemon.stream()
        let backup = try client.service("Backup", ["name": "good"])["path"]?.text
        try daemon.stop()
        try daemon.place(try #require(backup))
        try daemon.start()
        #expect(try isRefused(stream.token, by: daemon) != nil)
    }

    @Test func `a token sent in the middle of the current state continues from there`() throws {
        let client = try daemon.client()
        for part in 0..<3 {
            let snapshots = (0..<500).map { JSONValue.snapshot("\(part)/\($0)", 50) }
            try client.playback("SaveMany", ["snapshots": .array(snapshots)])
        }
        var stream = try ClientStream(daemon.socket)
        var items: [String] = []
        func note(_ changes: [JSONValue]) {
            items += changes.filter { $0["kind"] == "current" }.compactMap { $0["item"]?.text }
        }
        note(try stream.reply()["changes"]?.elements ?? [])
        let seen = items.count
        #expect((1..<1_500).contains(seen))
        stream = try daemon.stream(token: stream.token)
        note(try stream.untilReady())
        #expect(items.count == 1_500)
        #expect(Set(items).count == 1_500)
    }
}
