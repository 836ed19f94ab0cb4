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
            let members = try JSONMembers(of: &reader)
            try self.init(
                snapshots: members.required("snapshots"), anyway: members.optional("anyway")
            )
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
            let members = try JSONMembers(of: &reader)
            try self.init(
                item: members.optional("item"), player: members.optional("player"),
                automatic: members.optional("automatic"), album: members.optional("album"),
                duration: members.optional("duration")
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
            let members = try JSONMembers(of: &reader)
            try self.init(
                player: members.optional("player"), limit: members.optional("limit"),
                cursor: members.optional("cursor")
            )
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
            let members = try JSONMembers(of: &reader)
            try self.init(player: members.optional("player"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(item: members.required("item"), limit: members.optional("limit"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(item: members.required("item"), revision: members.optional("revision"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(limit: members.optional("limit"), finished: members.optional("finished"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(
                since: members.optional("since"), limit: members.optional("limit"),
                cursor: members.optional("cursor")
            )
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
            let members = try JSONMembers(of: &reader)
            try self.init(item: members.required("item"), alias: members.required("alias"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(alias: members.required("alias"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(
                token: members.optional("token"), player: members.optional("player"),
                item: members.optional("item"), front: members.optional("front"),
                now: members.optional("now")
            )
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
        let members = try JSONMembers(of: &reader)
        try self.init(item: members.required("item"))
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("item", item)
    }
}
