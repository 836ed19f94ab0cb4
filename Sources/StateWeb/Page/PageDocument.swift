// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import Varlink

/// The page for browsers without scripts, created by filling a template with the current state.
struct PageDocument {
    static let template = "page.html"

    /// The state shown on the page; replies that could not be obtained are `nil`.
    struct State {
        var players: [JSONValue]?
        var alerts: [JSONValue]?
        /// The reply to Playback.List.
        var points: JSONValue?
        /// The requested item, with the reply to Playback.History; `nil` for the overview.
        var item: (name: String, history: JSONValue?)?
        /// The reply to Sync.GetStatus.
        var sync: JSONValue?
        /// The reply to Service.GetHealth.
        var health: JSONValue?
        /// The reason why the daemon's health is unknown; `nil` if it is known.
        var notice: String?
    }

    let state: State
    /// The current time, in milliseconds since 1970.
    let now: Int

    /// Fills the template, in which comments mark the parts to replace.
    ///
    /// If `isSignedIn` is true, the page offers to sign out.
    func text(from template: String, isSignedIn: Bool) -> String {
        let parts = [
            ("notice", notice), ("now", playing), ("library", library), ("item", item),
            ("sync", sync), ("health", health),
        ]
        var text = template
        if isSignedIn {
            text.replace("<html lang=\"en\">", with: "<html lang=\"en\" data-signed-in=\"true\">")
        }
        for (name, pieces) in parts {
            text.replace("<!-- \(name) -->", with: pieces.map(\.text).joined())
        }
        return text
    }

    private var notice: [HTML] {
        [state.notice].compactMap(\.self).map { .element("p", ["class": "notice"], text: $0) }
    }

    private var playing: [HTML] {
        let alerts = (state.alerts ?? []).map { alert in
            ["title", "message"].compactMap { alert[$0]?.string }.joined(separator: ": ")
        }
        let table = HTML.table(["Player", "Item", "State", "Queue"], state.players ?? []) {
            player in
            [
                .text(player["label"]?.string ?? player["player"]?.string ?? ""),
                player["item"]?.string.map { Self.link(to: $0) } ?? .empty,
                .text(player["playing"] == .bool(true) ? "playing" : "paused"),
                .text("\(player["queue"]?.list.count ?? 0)"),
            ]
        }
        return (alerts.isEmpty ? [] : [.list(alerts)]) + [table]
    }

    private static func link(to item: String, title: String? = nil) -> HTML {
        .element(
            "a",
            ["href": "/?item=\(PercentEscapes.encoded(part: item))#item"],
            [.element("bdi", text: PageText.title(title, item: item))]
        )
    }

    private var library: [HTML] {
        let titles = ["Item", "Position", "Player", "Device", "Observed"]
        let table = HTML.table(titles, state.points?["points"]?.list ?? []) { point in
            [
                Self.link(to: point["item"]?.string ?? "", title: point["title"]?.string),
                Self.position(point), .text(point["player"]?.string ?? ""),
                .text(point["device"]?.string ?? ""),
                .text(PageText.age(of: point["at"]?.integer ?? now, now: now)),
            ]
        }
        guard let cursor = state.points?["cursor"]?.string else { return [table] }
        let address = "/?cursor=\(PercentEscapes.encoded(part: cursor))#library"
        return [table, .element("p", [:], [.element("a", ["href": address], text: "Older ones")])]
    }

    private static func position(_ point: JSONValue) -> HTML {
        let position = point["position"]?.numericValue ?? 0
        if position == 0, let fraction = point["fraction"]?.numericValue {
            return .text("\(Int(100 * min(max(0, fraction), 1) + 1e-9)) %")
        }
        guard let duration = point["duration"]?.numericValue else {
            return .text(ClockText.of(position))
        }
        let bar = HTML.element("progress", ["max": "\(duration)", "value": "\(position)"])
        return HTML(
            text: "\(bar.text) \(ClockText.of(position)) of \(ClockText.of(duration))"
        )
    }

    private var item: [HTML] {
        guard let item = state.item else {
            return [.element("p", text: "Choose an item in the library.")]
        }
        let titles = ["Position", "Player", "Device", "Observed (UTC)", "Ended"]
        let table = HTML.table(titles, item.history?["entries"]?.list ?? []) { entry in
            let point = entry["point"] ?? .null
            return [
                Self.position(point), .text(point["player"]?.string ?? ""),
                .text(point["device"]?.string ?? ""),
                .text(PageText.time(point["at"]?.integer ?? 0)),
                .text(entry["ending"]?.string ?? ""),
            ]
        }
        return [.element("p", [:], [.element("bdi", text: item.name)]), table]
    }

    private var sync: [HTML] {
        guard let status = state.sync?["status"] else { return [] }
        let label = status["indicator"]?["label"]?.string ?? ""
        return [
            .element("p", text: label.isEmpty ? status["state"]?.string ?? "" : label),
            .element("p", text: "This device: \(status["device"]?.string ?? "")"),
        ]
    }

    private var health: [HTML] {
        guard let health = state.health?["health"] else { return [] }
        let points = health["points"]?.integer ?? 0
        let events = health["events"]?.integer ?? 0
        let path = health["storePath"]?.string ?? ""
        return [
            .element("p", text: "Status: \(health["status"]?.string ?? "")"),
            .list((health["problems"]?.list ?? []).map { $0.string ?? "" }),
            .element("p", text: "\(points) points and \(events) events in \(path)"),
        ]
    }
}
