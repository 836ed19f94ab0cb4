// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import StateModel
package import Varlink

extension Playback.Save {
    /// The reply of Save.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var result: SaveResult
        package init(result: SaveResult) {
            self.result = result
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(result: members.required("result"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("result", result)
        }
    }
}

extension Playback.SaveMany {
    /// The reply of SaveMany.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var results: [SaveResult]
        package init(results: [SaveResult]) {
            self.results = results
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(results: members.required("results"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("results", results)
        }
    }
}

extension Playback.Resume {
    /// The reply of Resume.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var item: String
        package var point: ResumePoint?
        package var position: Double
        package var autoplay: Bool
        package var ownPosition: Double?
        package var hold: ResumeHold?
        package var contents: [String]
        package init(
            item: String, point: ResumePoint? = nil, position: Double, autoplay: Bool,
            ownPosition: Double? = nil, hold: ResumeHold? = nil, contents: [String] = []
        ) {
            self.item = item
            self.point = point
            self.position = position
            self.autoplay = autoplay
            self.ownPosition = ownPosition
            self.hold = hold
            self.contents = contents
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                item: members.required("item"), point: members.optional("point"),
                position: members.required("position"), autoplay: members.required("autoplay"),
                ownPosition: members.optional("ownPosition"), hold: members.optionalKnown("hold"),
                contents: members.optional("contents") ?? []
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("item", item)
            writer.member("point", point)
            writer.member("position", position)
            writer.member("autoplay", autoplay)
            writer.member("ownPosition", ownPosition)
            writer.member("hold", hold)
            if !contents.isEmpty { writer.member("contents", contents) }
        }
    }
}

extension Playback.List {
    /// The reply of List.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var points: [ResumePoint]
        package var cursor: String?
        package init(points: [ResumePoint], cursor: String? = nil) {
            (self.points, self.cursor) = (points, cursor)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(points: members.required("points"), cursor: members.optional("cursor"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("points", points)
            writer.member("cursor", cursor)
        }
    }
}

extension Playback.ClearAll {
    /// The reply of ClearAll.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var cleared: Int
        package var revision: Revision
        package init(cleared: Int, revision: Revision) {
            (self.cleared, self.revision) = (cleared, revision)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                cleared: members.required("cleared"), revision: members.required("revision")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("cleared", cleared)
            writer.member("revision", revision)
        }
    }
}

extension Playback.History {
    /// The reply of History.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var entries: [HistoryEntry]
        package init(entries: [HistoryEntry]) {
            self.entries = entries
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(entries: members.required("entries"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("entries", entries)
        }
    }
}

extension Playback.ListRuns {
    /// The reply of ListRuns.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var runs: [PlayedRun]
        package var share: Double
        package var cursor: String?
        package init(runs: [PlayedRun], share: Double, cursor: String? = nil) {
            (self.runs, self.share, self.cursor) = (runs, share, cursor)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                runs: members.required("runs"), share: members.required("share"),
                cursor: members.optional("cursor")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("runs", runs)
            writer.member("share", share)
            writer.member("cursor", cursor)
        }
    }
}

extension Playback.ListAliases {
    /// The reply of ListAliases.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var aliases: [String]
        package init(aliases: [String]) {
            self.aliases = aliases
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(aliases: members.required("aliases"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("aliases", aliases)
        }
    }
}

extension Playback.Subscribe {
    /// The reply of Subscribe.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var changes: [Change]
        package var ready: Bool
        package var skipped: Int
        package var token: String
        package init(changes: [Change], ready: Bool, skipped: Int, token: String) {
            (self.changes, self.ready, self.skipped, self.token) = (changes, ready, skipped, token)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                changes: members.required("changes"), ready: members.required("ready"),
                skipped: members.required("skipped"), token: members.required("token")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("changes", changes)
            writer.member("ready", ready)
            writer.member("skipped", skipped)
            writer.member("token", token)
        }
    }
}

/// A reply with a resume point.
package struct PointReply: JSONObject, Equatable, Sendable {
    package var point: ResumePoint
    package init(point: ResumePoint) {
        self.point = point
    }
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(point: members.required("point"))
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("point", point)
    }
}

/// A reply with the store's revision.
package struct RevisionReply: JSONObject, Equatable, Sendable {
    package var revision: Revision
    package init(revision: Revision) {
        self.revision = revision
    }
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(revision: members.required("revision"))
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("revision", revision)
    }
}
