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
            var player: String?, surface: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "player": player = try reader.string()
                case "surface": surface = try reader.optionalString()
                default: break
                }
            }
            try self.init(player: reader.required(player, "player"), surface: surface)
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
            var phase: Phase?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "phase" = memberName { phase = try reader.named(Phase.self) }
            }
            try self.init(phase: reader.required(phase, "phase"))
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
            var cursor: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "cursor" = memberName { cursor = try reader.optionalString() }
            }
            self.init(cursor: cursor)
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
            var player: String?, label: String?, obstacle: Obstacle?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "player": player = try reader.string()
                case "label": label = try reader.optionalString()
                case "obstacle": obstacle = try reader.optionalNamed(Obstacle.self)
                default: break
                }
            }
            try self.init(
                player: reader.required(player, "player"), label: label, obstacle: obstacle
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
            var player: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "player" = memberName { player = try reader.string() }
            }
            try self.init(player: reader.required(player, "player"))
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
            var player: String?, items: [String]?, ifRevision: Revision?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "player": player = try reader.string()
                case "items": items = try reader.strings()
                case "ifRevision": ifRevision = try reader.optionalInt()
                default: break
                }
            }
            try self.init(
                player: reader.required(player, "player"), items: reader.required(items, "items"),
                ifRevision: ifRevision
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
            var player: String?, items: [String]?, next: Bool?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "player": player = try reader.string()
                case "items": items = try reader.strings()
                case "next": next = try reader.optionalBool()
                default: break
                }
            }
            try self.init(
                player: reader.required(player, "player"), items: reader.required(items, "items"),
                next: next
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
            var player: String?, item: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "player": player = try reader.string()
                case "item": item = try reader.string()
                default: break
                }
            }
            try self.init(
                player: reader.required(player, "player"), item: reader.required(item, "item")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("player", player)
            writer.member("item", item)
        }
    }
}

extension Session.Skip {
    /// The parameters of Skip.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var player: String
        package init(player: String) {
            self.player = player
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var player: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "player" = memberName { player = try reader.string() }
            }
            try self.init(player: reader.required(player, "player"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("player", player)
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
            var player: String?, item: String?, reason: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "player": player = try reader.string()
                case "item": item = try reader.string()
                case "reason": reason = try reader.optionalString()
                default: break
                }
            }
            try self.init(
                player: reader.required(player, "player"), item: reader.required(item, "item"),
                reason: reason
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("player", player)
            writer.member("item", item)
            writer.member("reason", reason)
        }
    }
}

extension Session.ListAlerts {
    /// The parameters of ListAlerts.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var cursor: String?
        package init(cursor: String? = nil) {
            self.cursor = cursor
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var cursor: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "cursor" = memberName { cursor = try reader.optionalString() }
            }
            self.init(cursor: cursor)
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("cursor", cursor)
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
            var id: AlertID?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "id" = memberName { id = try reader.int() }
            }
            try self.init(id: reader.required(id, "id"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("id", id)
        }
    }
}
