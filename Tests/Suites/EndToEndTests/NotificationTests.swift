// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Alerts on a desktop whose notification server is that of dbusmock, while a real mpv plays.
@Suite(.timeLimit(.minutes(10))) struct `Desktop notifications` {
    let harness: PlayersHarness
    let server: MockService
    let client: Client
    let player: PlayerProcess

    init() throws {
        harness = try PlayersHarness()
        server = try MockService("notifications.py", on: harness.bus)
        client = try harness.daemon.client()
        let stream = try harness.stream()
        player = try harness.mpv(try harness.film("film.mkv"))
        try stream.waits { $0.at("point.position")?.number ?? 0 > 0.5 }
    }

    /// Raises an alert about a missing item, and returns its number.
    private func report(_ item: String) throws -> JSONValue {
        try client.save(item, 600)
        let gone: JSONValue = ["player": "mpv", "item": .string(item), "reason": "no <such> file"]
        return try #require(
            try client.call("io.stated.Session.ReportUnavailable", gone)["alert"]
        )
    }

    private func dismiss(_ alert: JSONValue) throws {
        let answer = try client.call("io.stated.Session.DismissAlert", ["id": alert])
        #expect(answer.error == nil)
    }

    /// Waits until the alert has that state.
    private func wait(for state: JSONValue, of alert: JSONValue, on stream: ClientStream) throws {
        try stream.waits { $0.at("about.id") == alert && $0.at("about.state") == state }
    }

    @Test func `an alert is shown with its actions, and Retry asks the player`() throws {
        let alert = try report("gone.mkv")
        let shown = try server.line(with: " Notify ")
        #expect(shown.contains("\"Not available\""))
        #expect(shown.contains("no &lt;such&gt; file"))
        #expect(shown.contains("[\"retry\", \"Retry\", \"dismiss\", \"Dismiss\"]"))
        let stream = try harness.stream()
        try server.say("ActionInvoked 1 retry")
        try wait(for: "retrying", of: alert, on: stream)
        #expect(try server.line(with: " CloseNotification ").hasSuffix(" 1"))
    }

    @Test func `one alert is shown at a time, and withdrawn once it is dismissed`() throws {
        let first = try report("first.mkv")
        #expect(try server.line(with: "Notify \"stated\" 0").contains("first.mkv"))
        let second = try report("second.mkv")
        try dismiss(first)
        #expect(try server.line(with: "Notif").hasSuffix("CloseNotification 1"))
        #expect(try server.line(with: "Notify \"stated\" 0").contains("second.mkv"))
        let stream = try harness.stream()
        try server.say("ActionInvoked 2 dismiss")
        try wait(for: "dismissed", of: second, on: stream)
    }

    @Test func `an alert whose notification the user closed makes room for the next one`() throws {
        let first = try report("first.mkv")
        _ = try server.line(with: "first.mkv")
        _ = try report("second.mkv")
        try server.say("NotificationClosed 1 2")
        #expect(try server.line(with: " Notify ").contains("second.mkv"))
        let open = try client.call("io.stated.Session.ListAlerts")["alerts"]?.elements
        #expect(open?.contains { $0["id"] == first } == true)
    }

    @Test func `Bring back restores an expired position`() throws {
        let stream = try harness.stream()
        try client.save("old", 600, ["player": "other", "ttl": 1.0])
        try stream.waits { $0["kind"] == "expired" }
        let other = try harness.daemon.client()
        #expect(
            try other.call("io.stated.Session.Attach", ["player": "other"])["expired"] == true
        )
        let shown = try server.line(with: " Notify ")
        #expect(shown.contains("[\"bringBack\", \"Bring back\", \"dismiss\", \"Dismiss\"]"))
        try server.say("ActionInvoked 1 bringBack")
        try stream.waits { $0["kind"] == "restored" && $0["item"] == "old" }
    }

    @Test func `another server shows the alert again`() throws {
        _ = try report("gone.mkv")
        _ = try server.line(with: "gone.mkv")
        server.end()
        let next = try MockService("notifications.py", on: harness.bus)
        #expect(try next.line(with: " Notify ").contains("gone.mkv"))
    }

    @Test func `a configuration without notifications shows none`() throws {
        try harness.closeBridge()
        try harness.openBridge(variables: ["STATED_NOTIFICATIONS": "false"])
        let stream = try harness.stream()
        try stream.waits { $0["kind"] == "player" && $0.at("about.surfaces")?.int ?? 0 > 0 }
        let hidden = try report("hidden.mkv")
        try stream.waits { $0.at("about.id") == hidden }
        try dismiss(hidden)
        try harness.closeBridge()
        try harness.openBridge()
        _ = try report("shown.mkv")
        #expect(try server.line(with: " Notify ").contains("shown.mkv"))
    }
}
