// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// The page as it is served: the template with the present state, for browsers without scripts.
struct PageDocument {
    /// The name of the template among the page's files.
    static let template = "page.html"

    /// The replies of the daemon that the page shows; `nil` for one that did not come.
    struct State {
        /// The players; `nil` if they are not known.
        var players: [JSONValue]?
        /// The open alerts; `nil` if they are not known.
        var alerts: [JSONValue]?
        /// The reply of List.
        var points: JSONValue?
        /// The item that is asked for, with the reply of History.
        var item: (name: String, history: JSONValue?)?
        /// The reply of Sync.GetStatus.
        var sync: JSONValue?
        /// The reply of GetHealth.
        var health: JSONValue?
        /// The reason why the daemon does not answer; `nil` if it does.
        var notice: String?
    }

    /// The state that is shown.
    let state: State
    /// The present, in milliseconds since 1970.
    let now: Int

    /// Makes the page from a template.
    ///
    /// - Parameters:
    ///   - template: the template, with a comment in the place of each part.
    ///   - isSignedIn: true if the page offers to sign out.
    /// - Returns: the page.
    func text(from template: String, isSignedIn: Bool) -> String {
        let parts: [(String, (inout HTML) -> Void)] = [
            ("notice", writeNotice), ("now", writeNow), ("library", writeLibrary),
            ("item", writeItem), ("sync", writeSync), ("health", writeHealth),
        ]
        var text = template
        if isSignedIn {
            text.replace("<html lang=\"en\">", with: "<html lang=\"en\" data-signed-in=\"true\">")
        }
        for (name, write) in parts {
            var html = HTML()
            write(&html)
            text.replace("<!-- \(name) -->", with: html.text)
        }
        return text
    }

    private func writeNotice(_ html: inout HTML) {
        if let notice = state.notice { html.element("p", ["class": "notice"], text: notice) }
    }

    private func writeNow(_ html: inout HTML) {
        let alerts = state.alerts ?? []
        if !alerts.isEmpty {
            html.element("ul", ["class": "plain"]) { html in
                for alert in alerts {
                    let texts = ["title", "message"].compactMap { alert[$0]?.string }
                    html.element("li", text: texts.joined(separator: ": "))
                }
            }
        }
        let players = state.players ?? []
        html.table(
            ["Player", "Item", "State", "Queue"],
            players,
            [
                { $1.write($0["label"]?.string ?? $0["player"]?.string ?? "") },
                { player, html in
                    if let item = player["item"]?.string { Self.writeLink(to: item, &html) }
                },
                { $1.write($0["playing"] == .bool(true) ? "playing" : "paused") },
                { $1.write("\($0["queue"]?.list.count ?? 0)") },
            ]
        )
    }

    private static func writeLink(to item: String, title: String? = nil, _ html: inout HTML) {
        html.element("a", ["href": "/?item=\(PageText.urlPart(item))#item"]) { html in
            html.element("bdi", text: PageText.title(title, item: item))
        }
    }

    private func writeLibrary(_ html: inout HTML) {
        let now = now
        html.table(
            ["Item", "Position", "Player", "Device", "Observed"],
            state.points?["points"]?.list ?? [],
            [
                { point, html in
                    Self.writeLink(
                        to: point["item"]?.string ?? "",
                        title: point["title"]?.string,
                        &html
                    )
                },
                { Self.writePosition($0, &$1) },
                { $1.write($0["player"]?.string ?? "") },
                { $1.write($0["device"]?.string ?? "") },
                { $1.write(PageText.age(of: $0["at"]?.integer ?? now, now: now)) },
            ]
        )
        if let cursor = state.points?["cursor"]?.string {
            let address = "/?cursor=\(PageText.urlPart(cursor))#library"
            html.element("p") { $0.element("a", ["href": address], text: "Older ones") }
        }
    }

    private static func writePosition(_ point: JSONValue, _ html: inout HTML) {
        let position = point["position"]?.numericValue ?? 0
        guard let duration = point["duration"]?.numericValue else {
            return html.write(PageText.clock(position))
        }
        html.element("progress", ["max": "\(duration)", "value": "\(position)"])
        html.write(" \(PageText.clock(position)) of \(PageText.clock(duration))")
    }

    private func writeItem(_ html: inout HTML) {
        guard let item = state.item else {
            return html.element("p", text: "Choose an item in the library.")
        }
        html.element("p") { $0.element("bdi", text: item.name) }
        html.table(
            ["Position", "Player", "Device", "Observed (UTC)", "Ended"],
            item.history?["entries"]?.list ?? [],
            [
                { Self.writePosition($0["point"] ?? .null, &$1) },
                { $1.write($0["point"]?["player"]?.string ?? "") },
                { $1.write($0["point"]?["device"]?.string ?? "") },
                { $1.write(PageText.time($0["point"]?["at"]?.integer ?? 0)) },
                { $1.write($0["ending"]?.string ?? "") },
            ]
        )
    }

    private func writeSync(_ html: inout HTML) {
        guard let status = state.sync?["status"] else { return }
        let label = status["indicator"]?["label"]?.string ?? ""
        html.element("p", text: label.isEmpty ? status["state"]?.string ?? "" : label)
        html.element("p", text: "This device: \(status["device"]?.string ?? "")")
    }

    private func writeHealth(_ html: inout HTML) {
        guard let health = state.health?["health"] else { return }
        html.element("p", text: "Status: \(health["status"]?.string ?? "")")
        html.element("ul", ["class": "plain"]) { html in
            for problem in health["problems"]?.list ?? [] {
                html.element("li", text: problem.string ?? "")
            }
        }
        let points = health["points"]?.integer ?? 0
        let events = health["events"]?.integer ?? 0
        let path = health["storePath"]?.string ?? ""
        html.element("p", text: "\(points) points and \(events) events in \(path)")
    }
}
