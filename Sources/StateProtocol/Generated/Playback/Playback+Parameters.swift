// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import StateModel
package import Varlink

extension Playback.SaveMany {
    /// The parameters of SaveMany.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var snapshots: [Snapshot]
        package var anyway: Bool?
        package init(snapshots: [Snapshot], anyway: Bool? = nil) {
            (self.snapshots, self.anyway) = (snapshots, anyway)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var snapshots: [Snapshot]?, anyway: Bool?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "snapshots": snapshots = try reader.list(Snapshot.self)
                case "anyway": anyway = try reader.optionalBool()
                default: break
                }
            }
            try self.init(snapshots: reader.required(snapshots, "snapshots"), anyway: anyway)
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("snapshots", snapshots)
            writer.member("anyway", anyway)
        }
    }
}

extension Playback.Resume {
    /// The parameters of Resume.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var item: String?
        package var player: String?
        package var automatic: Bool?
        package var album: Bool?
        package var duration: Double?
        package init(
            item: String? = nil, player: String? = nil, automatic: Bool? = nil, album: Bool? = nil,
            duration: Double? = nil
        ) {
            self.item = item
            self.player = player
            self.automatic = automatic
            self.album = album
            self.duration = duration
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var item: String?, player: String?, automatic: Bool?, album: Bool?, duration: Double?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "item": item = try reader.optionalString()
                case "player": player = try reader.optionalString()
                case "automatic": automatic = try reader.optionalBool()
                case "album": album = try reader.optionalBool()
                case "duration": duration = try reader.optionalDouble()
                default: break
                }
            }
            self.init(
                item: item, player: player, automatic: automatic, album: album, duration: duration
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("item", item)
            writer.member("player", player)
            writer.member("automatic", automatic)
            writer.member("album", album)
            writer.member("duration", duration)
        }
    }
}

extension Playback.List {
    /// The parameters of List.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var player: String?
        package var limit: Int?
        package var cursor: String?
        package init(player: String? = nil, limit: Int? = nil, cursor: String? = nil) {
            (self.player, self.limit, self.cursor) = (player, limit, cursor)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var player: String?, limit: Int?, cursor: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "player": player = try reader.optionalString()
                case "limit": limit = try reader.optionalInt()
                case "cursor": cursor = try reader.optionalString()
                default: break
                }
            }
            self.init(player: player, limit: limit, cursor: cursor)
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("player", player)
            writer.member("limit", limit)
            writer.member("cursor", cursor)
        }
    }
}

extension Playback.ClearAll {
    /// The parameters of ClearAll.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var player: String?
        package init(player: String? = nil) {
            self.player = player
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var player: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "player" = memberName { player = try reader.optionalString() }
            }
            self.init(player: player)
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("player", player)
        }
    }
}

extension Playback.History {
    /// The parameters of History.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var item: String
        package var limit: Int?
        package init(item: String, limit: Int? = nil) {
            (self.item, self.limit) = (item, limit)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var item: String?, limit: Int?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "item": item = try reader.string()
                case "limit": limit = try reader.optionalInt()
                default: break
                }
            }
            try self.init(item: reader.required(item, "item"), limit: limit)
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("item", item)
            writer.member("limit", limit)
        }
    }
}

extension Playback.Undo {
    /// The parameters of Undo.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var item: String
        package var revision: Revision?
        package init(item: String, revision: Revision? = nil) {
            (self.item, self.revision) = (item, revision)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var item: String?, revision: Revision?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "item": item = try reader.string()
                case "revision": revision = try reader.optionalInt()
                default: break
                }
            }
            try self.init(item: reader.required(item, "item"), revision: revision)
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("item", item)
            writer.member("revision", revision)
        }
    }
}

extension Playback.ListRemoved {
    /// The parameters of ListRemoved.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var limit: Int?
        package var finished: Bool?
        package init(limit: Int? = nil, finished: Bool? = nil) {
            (self.limit, self.finished) = (limit, finished)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var limit: Int?, finished: Bool?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "limit": limit = try reader.optionalInt()
                case "finished": finished = try reader.optionalBool()
                default: break
                }
            }
            self.init(limit: limit, finished: finished)
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("limit", limit)
            writer.member("finished", finished)
        }
    }
}

extension Playback.ListRuns {
    /// The parameters of ListRuns.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var since: Int?
        package var limit: Int?
        package var cursor: String?
        package init(since: Int? = nil, limit: Int? = nil, cursor: String? = nil) {
            (self.since, self.limit, self.cursor) = (since, limit, cursor)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var since: Int?, limit: Int?, cursor: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "since": since = try reader.optionalInt()
                case "limit": limit = try reader.optionalInt()
                case "cursor": cursor = try reader.optionalString()
                default: break
                }
            }
            self.init(since: since, limit: limit, cursor: cursor)
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("since", since)
            writer.member("limit", limit)
            writer.member("cursor", cursor)
        }
    }
}

extension Playback.AddAlias {
    /// The parameters of AddAlias.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var item: String
        package var alias: String
        package init(item: String, alias: String) {
            (self.item, self.alias) = (item, alias)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var item: String?, alias: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "item": item = try reader.string()
                case "alias": alias = try reader.string()
                default: break
                }
            }
            try self.init(
                item: reader.required(item, "item"), alias: reader.required(alias, "alias")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("item", item)
            writer.member("alias", alias)
        }
    }
}

extension Playback.RemoveAlias {
    /// The parameters of RemoveAlias.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var alias: String
        package init(alias: String) {
            self.alias = alias
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var alias: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "alias" = memberName { alias = try reader.string() }
            }
            try self.init(alias: reader.required(alias, "alias"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("alias", alias)
        }
    }
}

extension Playback.Subscribe {
    /// The parameters of Subscribe.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var token: String?
        package var player: String?
        package var item: String?
        package var front: Bool?
        package var now: Bool?
        package init(
            token: String? = nil, player: String? = nil, item: String? = nil, front: Bool? = nil,
            now: Bool? = nil
        ) {
            self.token = token
            self.player = player
            self.item = item
            self.front = front
            self.now = now
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var token: String?, player: String?, item: String?, front: Bool?, now: Bool?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "token": token = try reader.optionalString()
                case "player": player = try reader.optionalString()
                case "item": item = try reader.optionalString()
                case "front": front = try reader.optionalBool()
                case "now": now = try reader.optionalBool()
                default: break
                }
            }
            self.init(token: token, player: player, item: item, front: front, now: now)
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("token", token)
            writer.member("player", player)
            writer.member("item", item)
            writer.member("front", front)
            writer.member("now", now)
        }
    }
}

/// The parameters of a call about an item.
package struct ItemParameters: JSONObject, Equatable, Sendable {
    package var item: String
    package init(item: String) {
        self.item = item
    }
    package init(from reader: inout JSONReader) throws(JSONError) {
        var item: String?
        try reader.object { (memberName, reader) throws(JSONError) in
            if case "item" = memberName { item = try reader.string() }
        }
        try self.init(item: reader.required(item, "item"))
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("item", item)
    }
}
