// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateTesting
import Testing
import Varlink

/// Titles, items and reasons come from anywhere: what a terminal would obey is shown, not obeyed.
@Suite struct HostileTextTests {
    private static let hostile =
        "a\u{1B}]0;owned\u{7}\u{1B}[2Jb\u{202E}c\u{9B}31m\td\r\ne\u{2066}\u{85}<b>&\u{0}\u{7F}"
        + "\u{200E}\u{200F}\u{61C}f"
    private static let hostileText = JSONValue.string(hostile)

    let daemon: DaemonProcess

    /// A player that is as bad as it can be.
    init() throws {
        daemon = try .running()
        let client = try daemon.client()
        try client.call(
            "io.stated.Session.SetQueue",
            ["player": "mpv", "items": [.string("queued " + Self.hostile), "b"]]
        )
        let failed: JSONValue = ["status": "failed", "duration": 100.0]
        let texts: JSONValue = ["reason": Self.hostileText, "title": Self.hostileText]
        try client.save(Self.hostile, 50, failed.with(texts))
    }

    private func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x0A, 0x20..<0x7F: true
            case ..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
            default: true
            }
        }
    }

    @Test(arguments: [
        "players", "queue show mpv", "queue add mpv x", "queue skip mpv", "alerts", "status",
        "list", "alerts list",
    ])
    func `control characters in names are not printed`(line: String) async throws {
        let shown = try await daemon.shown(line)
        #expect(isHarmless(shown))
        #expect(!shown.isEmpty)
        let piped = try await daemon.said(line)
        #expect(isHarmless(piped.replacing("\t", with: " ")))
    }

    @Test func `in queues, alerts and tables, control characters are escaped`() async throws {
        #expect(
            try await daemon.said("queue show mpv").hasPrefix(
                #"queued a\u{1b}]0;owned\u{7}\u{1b}[2Jb\u{202e}c\u{9b}31m\u{9}d\u{d}\u{a}e\u{2066}\u{85}"#
                    + #"<b>&\u{0}\u{7f}\u{200e}\u{200f}\u{61c}f"# + "\nb\n"
            )
        )
        #expect(try await daemon.said("alerts").split(separator: "\n").count == 1)
        #expect(try await daemon.said("players").split(separator: "\n").count == 1)
    }

    @Test(arguments: ["status --format waybar", "status --json", "players --json", "alerts --json"])
    func `JSON is printed as one line without control characters`(line: String) async throws {
        let said = try await daemon.said(line)
        #expect(said.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
        #expect(said.utf8.dropLast().allSatisfy { $0 >= 0x20 })
        var reader = JSONReader(Array(said.utf8))
        _ = try reader.value()
    }

    @Test(arguments: ["status --json", "list --json", "alerts --json"])
    func `on a terminal, JSON is escaped and keeps its meaning`(line: String) async throws {
        let shown = try await daemon.shown(line)
        #expect(isHarmless(shown))
        #expect(shown.contains(#"b\u202ec\u009b31m"#))
        #expect(shown.contains(#"\u007f"#))
        var reader = JSONReader(Array(shown.utf8))
        _ = try reader.value()
    }

    @Test func `the text for a status bar is escaped as markup`() async throws {
        let said = try await daemon.said("status --format waybar")
        var reader = JSONReader(Array(said.utf8))
        let module = try reader.value()
        for member in ["text", "tooltip"] {
            let text = try #require(module[member]?.text)
            #expect(isHarmless(text))
            #expect(text.contains("&lt;b&gt;&amp;"))
            #expect(!text.contains("<"))
        }
    }

    @Test func `watch escapes control characters`() async throws {
        let watch = try Watcher("watch", socket: daemon.socket)
        for _ in 1...3 {
            let line = try #require(try await watch.line())
            #expect(isHarmless(line))
        }
        #expect(await watch.interrupt() == 0)
    }
}
