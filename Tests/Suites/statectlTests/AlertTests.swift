// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import StateProtocol
import StateTesting
import Testing
import Varlink

@testable import statectl

/// Alerts from the command line, with a real daemon.
@Suite struct AlertTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .running()
        client = try daemon.client()
    }

    private func fail(_ item: String, _ others: JSONValue = [:]) throws {
        let failed: JSONValue = ["status": "failed", "reason": "connection reset"]
        try client.save(item, 3_723, failed.with(others))
    }

    @Test func `a broken stream can be retried, and its alert ends once it plays`() async throws {
        #expect(try await daemon.shown("alerts") == "There are no alerts.\n")
        #expect(try await daemon.said("alerts") == "")
        try fail("/films/alien.mkv", ["title": "Alien"])
        let raised = try await daemon.shown("alerts").split(separator: "\n")
        #expect(raised[0].hasPrefix("2  Playback failed (mpv, "))
        #expect(
            raised[1...] == [
                "   Playback of Alien failed at 1:02:03: connection reset. Retry resumes there.",
                "   “statectl alerts retry 2” tries again from 1:02:03",
            ]
        )
        #expect(
            try await daemon.said("alerts retry 2")
                == "statectl: mpv is not running, so it cannot try again; "
                + "“statectl play /films/alien.mkv” plays the item\n[75]"
        )
        let surface = try daemon.surface(of: "mpv")
        #expect(
            try await daemon.said("alerts retry 2")
                == "asked the player to retry; the alert ends when the item plays\n"
        )
        let retried = try await daemon.shown("alerts list")
        #expect(retried.hasPrefix("2  Playback failed (mpv, "))
        #expect(retried.contains(", being retried)\n"))
        #expect(!retried.contains("tries again"))
        try client.save("/films/alien.mkv", 3_724, ["status": "playing"])
        #expect(try await daemon.said("alerts list") == "")
        withExtendedLifetime(surface) {}
    }

    @Test func `the alert for a file that cannot be opened says whether its position is kept`()
        async throws
    {
        func unavailable(_ item: String) throws {
            try client.call(
                "io.stated.Session.ReportUnavailable",
                ["player": "mpv", "item": .string(item), "reason": "no such file"]
            )
        }
        try unavailable("typo.mkv")
        #expect(try await daemon.said("alerts list") == "")
        let queue: JSONValue = ["player": "mpv", "items": ["typo.mkv"]]
        try client.call("io.stated.Session.SetQueue", queue)
        try unavailable("typo.mkv")
        let typo = try await daemon.shown("alerts").split(separator: "\n")
        try #require(typo.count > 1)
        #expect(typo[1] == "   Cannot open typo.mkv: no such file.")
        try client.save("film.mkv", 100)
        try unavailable("film.mkv")
        let film = try await daemon.said("alerts")
        #expect(
            film.contains(
                "Cannot open film.mkv: no such file. Its position stays in the history.\n"
            )
        )
    }

    @Test func `one command can dismiss several alerts, or all of them`() async throws {
        for item in ["a", "b", "c", "d"] { try fail(item) }
        let ids = try await daemon.said("alerts").split(separator: "\n")
            .compactMap { $0.split(separator: "\t").first }
        try #require(ids.count == 4)
        #expect(
            try await daemon.said("alerts dismiss \(ids[0]) 99 \(ids[1])")
                == "dismissed alert \(ids[0])\ndismissed alert \(ids[1])\n"
                + "statectl: there is no open alert 99; “statectl alerts” lists the alerts\n[1]"
        )
        #expect(try await daemon.said("alerts dismiss --all") == "dismissed 2 alerts\n")
        #expect(try await daemon.said("alerts dismiss --all") == "dismissed 0 alerts\n")
    }

    @Test
    func `an alert without a retry can be dismissed, but only once`() async throws {
        try client.save("film", 3_000)
        try client.save("film", 5, ["cause": "load", "player": "vlc"])
        let fields = try await daemon.said("alerts").split(separator: "\t")
        let id = try #require(fields.first)
        #expect(fields[1...4] == ["raised", "jumpQuarantined", "vlc", "5"])
        #expect(fields[6] == "film")
        #expect(
            try await daemon.said("alerts retry \(id)")
                == "statectl: alert \(id) cannot be retried; "
                + "“statectl alerts dismiss \(id)” removes it\n[65]"
        )
        #expect(try await daemon.said("alerts dismiss \(id)") == "dismissed alert \(id)\n")
        #expect(
            try await daemon.said("alerts dismiss \(id)")
                == "statectl: there is no open alert \(id); “statectl alerts” lists the alerts"
                + "\n[1]"
        )
    }

    @Test func `the text of an alert is wrapped on a narrow terminal`() async throws {
        try fail("/films/alien.mkv", ["title": .string(String(repeating: "wide日本", count: 30))])
        for columns in [UInt16(30), 80] {
            let lines = try await daemon.shown("alerts", columns: columns).split(separator: "\n")
            #expect(lines.count > 3)
            #expect(lines.allSatisfy { TextWidth.of($0) <= Int(columns) })
        }
        let coloured = try await Terminal(columns: 80).run("alerts", socket: daemon.socket)
        #expect(coloured.hasPrefix("\u{1B}[33m2  Playback failed"))
    }

    @Test func `an alert of an unknown kind is printed as the daemon sent it`()
        async throws
    {
        let unknown = #"{"id":7,"kind":"diskOnFire","state":"raised"}"#
        try await withDaemon { _ in
            [Message.reply(parameters: Array(#"{"alerts":[\#(unknown)]}"#.utf8))]
        } body: { daemon in
            let run = try await Program.run("alerts", socket: daemon.socket)
            #expect(run.output == unknown + "\n")
            #expect(run.status == 0)
        }
    }
}
