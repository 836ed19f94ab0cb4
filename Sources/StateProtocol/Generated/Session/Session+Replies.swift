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
            let members = try JSONMembers(of: &reader)
            try self.init(
                item: members.optional("item"), position: members.optional("position"),
                queue: members.required("queue"), autoplay: members.required("autoplay"),
                expired: members.required("expired")
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
            let members = try JSONMembers(of: &reader)
            try self.init(players: members.required("players"), cursor: members.optional("cursor"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(
                item: members.optional("item"), queue: members.required("queue"),
                revision: members.required("revision")
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
            let members = try JSONMembers(of: &reader)
            try self.init(alert: members.required("alert"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(alerts: members.required("alerts"), cursor: members.optional("cursor"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(queue: members.required("queue"), revision: members.required("revision"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("queue", queue)
            writer.member("revision", revision)
        }
    }
}
