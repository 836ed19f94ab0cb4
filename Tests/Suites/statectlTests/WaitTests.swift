// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateTesting
import Testing
import Varlink

@testable import statectl

/// The ends of `statectl wait` and `statectl watch`, with a real daemon.
@Suite struct WaitTests {
    private static let saved = Change(
        kind: .saved,
        revision: 1,
        point: ResumePoint(
            item: "film",
            player: "mpv",
            status: .playing,
            position: 60,
            duration: nil,
            title: nil,
            device: "here",
            at: 0,
            expiresAt: 1,
            revision: 1
        )
    )

    @Test(
        arguments: [
            (ChangeGoal(), [false, false]), (ChangeGoal(left: 1), [true]),
            (ChangeGoal(left: 2), [false, true]), (ChangeGoal(kinds: [.saved], left: 1), [true]),
            (ChangeGoal(kinds: [.cleared], left: 1), [false, false]),
            (ChangeGoal(position: 60, left: 1), [true]),
            (ChangeGoal(position: 60.5, left: 1), [false, false]),
        ] as [(ChangeGoal, [Bool])]
    )
    func `wait ends only with a change that matches its options`(
        goal: ChangeGoal,
        ends: [Bool]
    ) throws {
        var goal = goal
        #expect(try ends.map { _ in try goal.isReached(by: Self.saved) } == ends)
        // A change without a position reaches none.
        var past = ChangeGoal(position: 0, left: 1)
        let isReached = try past.isReached(by: Change(kind: .player, revision: 2))
        #expect(!isReached)
    }

    @Test func `wait ends with the item's first point, or with one past the given position`()
        async throws
    {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        let new = try Watcher("wait", "film", socket: daemon.socket)
        let past = try Watcher("wait", "film", "--past", "1:30", socket: daemon.socket)
        try client.save("film", 89)
        #expect(try await new.line()?.contains("film  1:29  mpv") == true)
        #expect(await new.end() == 0)
        try client.save("other", 95)
        try client.save("film", 90)
        #expect(try await past.line()?.contains("film  1:30  mpv") == true)
        #expect(await past.end() == 0)
        let there = try await Program.run(
            "wait",
            "film",
            "--past",
            "1:00",
            "--timeout",
            "1h",
            "--json",
            socket: daemon.socket
        )
        #expect(there.status == 0)
        #expect(there.output.hasPrefix(#"{"kind":"current","#))
    }

    @Test func `wait --past refuses an item without a position in seconds`() async throws {
        let daemon = try DaemonProcess.running()
        _ = try await daemon.said("save book --fraction 40%")
        let said = try await daemon.said("wait book --past 60 --timeout 10s")
        #expect(said.contains("--past: the item has no position in seconds"))
        #expect(said.hasSuffix("[65]"))
    }

    @Test func `a backup with the name of another is a bad value`() async throws {
        let daemon = try DaemonProcess.running()
        #expect(try await daemon.said("backup good").contains("good.db"))
        let said = try await daemon.said("backup good")
        #expect(said.contains("already exists; give another name") && said.hasSuffix("[65]"))
    }

    @Test func `wait for one kind of change ignores other kinds`() async throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("film", 60)
        let wait = try Watcher("wait", "film", "--kind", "cleared", socket: daemon.socket)
        // It may not have subscribed before the first.
        let status = try await wait.end {
            try client.save("film", 60)
            try client.playback("Clear", ["item": "film"])
        }
        #expect(status == 0)
        #expect(try await wait.line()?.contains("cleared   film") == true)
        #expect(try await wait.line() == nil)
    }

    @Test(arguments: ["event", "player", "saved,player"])
    func `wait refuses a kind of change that items do not have`(kind: String) async throws {
        let daemon = try DaemonProcess.running()
        for line in ["wait film --kind", "watch --item film --kind", "watch --item film --until"] {
            #expect(
                try await daemon.said("\(line) \(kind) --timeout 1s").hasSuffix("[64]"),
                "\(line)"
            )
        }
    }

    @Test func `a timeout ends wait with status 75 and one line`() async throws {
        let daemon = try DaemonProcess.running()
        for words in [["wait", "film"], ["watch", "--until", "alert"]] {
            let run = try await Program.run(words + ["--timeout", "1s"], socket: daemon.socket)
            #expect(run.status == 75)
            #expect(run.output.isEmpty)
            #expect(
                run.errors == "statectl: timed out after 1s; try a longer --timeout\n"
            )
        }
        let json = try await Program.run(
            "wait",
            "film",
            "--timeout",
            "1s",
            "--json",
            socket: daemon.socket
        )
        #expect(json.errors.hasPrefix(#"{"error":"timedOut","status":75,"#))
    }

    @Test func `a wait that is interrupted does not succeed`() async throws {
        let daemon = try DaemonProcess.running()
        let wait = try Watcher("wait", "film", socket: daemon.socket)
        let client = try daemon.client()
        try waitUntil("it follows the stream") {
            try client.call("io.stated.Service.GetHealth")["health.subscribers"] == 1
        }
        #expect(await wait.interrupt() != 0)
    }

    // The three points, and their player.
    @Test(arguments: [3, 4])
    func `watch prints the token of a reply only if it printed all changes of the reply`(
        count: Int
    ) async throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        for item in ["a", "b", "c"] { try client.save(item, 60) }
        let run = try await Program.run(
            ["watch", "--json", "--count", "\(count)"],
            socket: daemon.socket
        )
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == count)
        #expect(lines.allSatisfy { $0.contains(#""token":"#) == (count == 4) })
    }

    @Test func `watch --until prints nothing about a player whose surfaces have left`()
        async throws
    {
        let daemon = try DaemonProcess.running()
        do {
            let client = try daemon.client()
            try client.call("io.stated.Session.Attach", ["player": "mpv"])
        }
        let run = try await Program.run(
            ["watch", "--changes-only", "--until", "player", "--timeout", "1s"],
            socket: daemon.socket
        )
        #expect(run.status == 75 && run.output.isEmpty)
    }

    @Test func `watch ends after a number of changes of all kinds or of one kind`() async throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        for (item, position) in [("a", 60), ("b", 70), ("c", 80)] {
            try client.save(item, Double(position))
        }
        let two = try await Program.run("watch", "--count", "2", "--json", socket: daemon.socket)
        #expect(two.status == 0)
        #expect(two.output.split(separator: "\n").count == 2)
        let cleared = try Watcher(
            "watch",
            "--kind",
            "current",
            "--until",
            "cleared",
            "--count",
            "2",
            socket: daemon.socket
        )
        for _ in 0..<3 { #expect(try await cleared.line()?.contains("current") == true) }
        try client.save("a", 90)
        for item in ["a", "b"] { try client.playback("Clear", ["item": .string(item)]) }
        for item in ["a", "b"] {
            #expect(try await cleared.line()?.contains("cleared   \(item)") == true)
        }
        #expect(try await cleared.line() == nil)
        #expect(await cleared.end() == 0)
    }

    @Test func `watch prints the events of its topics in addition to the given kinds`()
        async throws
    {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("film", 60)
        for (id, topic) in [("e1", "noise"), ("e2", "score.entered"), ("e3", "score.entered")] {
            try client.call(
                "io.stated.Events.Append",
                ["id": .string(id), "topic": .string(topic), "body": [:]]
            )
        }
        let run = try await Program.run(
            ["watch", "--events", "score.entered", "--kind", "cleared", "--until", "event"]
                + ["--count", "2", "--timeout", "10s", "--json"],
            socket: daemon.socket
        )
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(zip(lines, ["e2", "e3"]).allSatisfy { $0.contains(#""id":"\#($1)""#) })
        let saved = try await Program.run(
            ["watch", "--events", "score.entered", "--kind", "saved", "--count", "1"]
                + ["--timeout", "10s"],
            socket: daemon.socket
        )
        #expect(saved.status == 0)
        #expect(saved.output.contains("score.entered"))
    }
}
