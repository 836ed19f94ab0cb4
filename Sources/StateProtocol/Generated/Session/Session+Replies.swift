// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import StateModel
package import Varlink

extension Session.Attach {
    /// The reply of Attach.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var item: String?
        package var position: Double?
        package var queue: [String]
        package var autoplay: Bool
        package var expired: Bool
        package init(
            item: String? = nil, position: Double? = nil, queue: [String], autoplay: Bool,
            expired: Bool
        ) {
            self.item = item
            self.position = position
            self.queue = queue
            self.autoplay = autoplay
            self.expired = expired
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var item: String?, position: Double?, queue: [String]?, autoplay: Bool?, expired: Bool?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "item": item = try reader.optionalString()
                case "position": position = try reader.optionalDouble()
                case "queue": queue = try reader.strings()
                case "autoplay": autoplay = try reader.bool()
                case "expired": expired = try reader.bool()
                default: break
                }
            }
            try self.init(
                item: item, position: position, queue: reader.required(queue, "queue"),
                autoplay: reader.required(autoplay, "autoplay"),
                expired: reader.required(expired, "expired")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("item", item)
            writer.member("position", position)
            writer.member("queue", queue)
            writer.member("autoplay", autoplay)
            writer.member("expired", expired)
        }
    }
}

extension Session.ListPlayers {
    /// The reply of ListPlayers.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var players: [Player]
        package var cursor: String?
        package init(players: [Player], cursor: String? = nil) {
            (self.players, self.cursor) = (players, cursor)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var players: [Player]?, cursor: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "players": players = try reader.list(Player.self)
                case "cursor": cursor = try reader.optionalString()
                default: break
                }
            }
            try self.init(players: reader.required(players, "players"), cursor: cursor)
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("players", players)
            writer.member("cursor", cursor)
        }
    }
}

extension Session.Skip {
    /// The reply of Skip.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var item: String?
        package var queue: [String]
        package var revision: Revision
        package init(item: String? = nil, queue: [String], revision: Revision) {
            (self.item, self.queue, self.revision) = (item, queue, revision)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var item: String?, queue: [String]?, revision: Revision?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "item": item = try reader.optionalString()
                case "queue": queue = try reader.strings()
                case "revision": revision = try reader.int()
                default: break
                }
            }
            try self.init(
                item: item, queue: reader.required(queue, "queue"),
                revision: reader.required(revision, "revision")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("item", item)
            writer.member("queue", queue)
            writer.member("revision", revision)
        }
    }
}

extension Session.ReportUnavailable {
    /// The reply of ReportUnavailable.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var alert: AlertID
        package init(alert: AlertID) {
            self.alert = alert
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var alert: AlertID?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "alert" = memberName { alert = try reader.int() }
            }
            try self.init(alert: reader.required(alert, "alert"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("alert", alert)
        }
    }
}

extension Session.ListAlerts {
    /// The reply of ListAlerts.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var alerts: [Alert]
        package var cursor: String?
        package init(alerts: [Alert], cursor: String? = nil) {
            (self.alerts, self.cursor) = (alerts, cursor)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var alerts: [Alert]?, cursor: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "alerts": alerts = try reader.list(Alert.self)
                case "cursor": cursor = try reader.optionalString()
                default: break
                }
            }
            try self.init(alerts: reader.required(alerts, "alerts"), cursor: cursor)
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("alerts", alerts)
            writer.member("cursor", cursor)
        }
    }
}

extension Session {
    /// A reply with a queue.
    package struct QueueReply: JSONObject, Equatable, Sendable {
        package var queue: [String]
        package var revision: Revision
        package init(queue: [String], revision: Revision) {
            (self.queue, self.revision) = (queue, revision)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var queue: [String]?, revision: Revision?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "queue": queue = try reader.strings()
                case "revision": revision = try reader.int()
                default: break
                }
            }
            try self.init(
                queue: reader.required(queue, "queue"),
                revision: reader.required(revision, "revision")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("queue", queue)
            writer.member("revision", revision)
        }
    }
}
