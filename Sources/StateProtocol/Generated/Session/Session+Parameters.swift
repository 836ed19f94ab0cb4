// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import StateModel
package import Varlink

extension Session.Attach {
    /// The parameters of Attach.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var player: String
        package var surface: String?
        package init(player: String, surface: String? = nil) {
            (self.player, self.surface) = (player, surface)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(player: members.required("player"), surface: members.optional("surface"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("player", player)
            writer.member("surface", surface)
        }
    }
}

extension Session.SetPhase {
    /// The parameters of SetPhase.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var phase: Phase
        package init(phase: Phase) {
            self.phase = phase
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(phase: members.named("phase"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("phase", phase)
        }
    }
}

extension Session.ListPlayers {
    /// The parameters of ListPlayers.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var cursor: String?
        package init(cursor: String? = nil) {
            self.cursor = cursor
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(cursor: members.optional("cursor"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("cursor", cursor)
        }
    }
}

extension Session.DescribePlayer {
    /// The parameters of DescribePlayer.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var player: String
        package var label: String?
        package var obstacle: Obstacle?
        package init(player: String, label: String? = nil, obstacle: Obstacle? = nil) {
            (self.player, self.label, self.obstacle) = (player, label, obstacle)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                player: members.required("player"), label: members.optional("label"),
                obstacle: members.optionalNamed("obstacle")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("player", player)
            writer.member("label", label)
            writer.member("obstacle", obstacle)
        }
    }
}

extension Session.ForgetPlayer {
    /// The parameters of ForgetPlayer.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var player: String
        package init(player: String) {
            self.player = player
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(player: members.required("player"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("player", player)
        }
    }
}

extension Session.SetQueue {
    /// The parameters of SetQueue.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var player: String
        package var items: [String]
        package var ifRevision: Revision?
        package init(player: String, items: [String], ifRevision: Revision? = nil) {
            (self.player, self.items, self.ifRevision) = (player, items, ifRevision)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                player: members.required("player"), items: members.required("items"),
                ifRevision: members.optional("ifRevision")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("player", player)
            writer.member("items", items)
            writer.member("ifRevision", ifRevision)
        }
    }
}

extension Session.Enqueue {
    /// The parameters of Enqueue.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var player: String
        package var items: [String]
        package var next: Bool?
        package init(player: String, items: [String], next: Bool? = nil) {
            (self.player, self.items, self.next) = (player, items, next)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                player: members.required("player"), items: members.required("items"),
                next: members.optional("next")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("player", player)
            writer.member("items", items)
            writer.member("next", next)
        }
    }
}

extension Session.PlayNow {
    /// The parameters of PlayNow.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var player: String
        package var item: String
        package init(player: String, item: String) {
            (self.player, self.item) = (player, item)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(player: members.required("player"), item: members.required("item"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("player", player)
            writer.member("item", item)
        }
    }
}

extension Session.ReportUnavailable {
    /// The parameters of ReportUnavailable.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var player: String
        package var item: String
        package var reason: String?
        package init(player: String, item: String, reason: String? = nil) {
            (self.player, self.item, self.reason) = (player, item, reason)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                player: members.required("player"), item: members.required("item"),
                reason: members.optional("reason")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("player", player)
            writer.member("item", item)
            writer.member("reason", reason)
        }
    }
}

extension Session {
    /// The parameters of a call about an alert.
    package struct AlertNumber: JSONObject, Equatable, Sendable {
        package var id: AlertID
        package init(id: AlertID) {
            self.id = id
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(id: members.required("id"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("id", id)
        }
    }
}
