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
            var result: SaveResult?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "result" = memberName { result = try reader.decoded(SaveResult.self) }
            }
            try self.init(result: reader.required(result, "result"))
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
            var results: [SaveResult]?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "results" = memberName { results = try reader.list(SaveResult.self) }
            }
            try self.init(results: reader.required(results, "results"))
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
            var
                item: String?, point: ResumePoint?, position: Double?, autoplay: Bool?,
                ownPosition: Double?, hold: ResumeHold?, contents: [String]?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "item": item = try reader.string()
                case "point": point = try reader.optionalDecoded(ResumePoint.self)
                case "position": position = try reader.double()
                case "autoplay": autoplay = try reader.bool()
                case "ownPosition": ownPosition = try reader.optionalDouble()
                case "hold": hold = try reader.optionalKnown(ResumeHold.self)
                case "contents": contents = try reader.isNull() ? nil : reader.strings()
                default: break
                }
            }
            try self.init(
                item: reader.required(item, "item"), point: point,
                position: reader.required(position, "position"),
                autoplay: reader.required(autoplay, "autoplay"), ownPosition: ownPosition,
                hold: hold, contents: contents ?? []
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
            var points: [ResumePoint]?, cursor: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "points": points = try reader.list(ResumePoint.self)
                case "cursor": cursor = try reader.optionalString()
                default: break
                }
            }
            try self.init(points: reader.required(points, "points"), cursor: cursor)
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
            var cleared: Int?, revision: Revision?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "cleared": cleared = try reader.int()
                case "revision": revision = try reader.int()
                default: break
                }
            }
            try self.init(
                cleared: reader.required(cleared, "cleared"),
                revision: reader.required(revision, "revision")
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
            var entries: [HistoryEntry]?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "entries" = memberName { entries = try reader.list(HistoryEntry.self) }
            }
            try self.init(entries: reader.required(entries, "entries"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("entries", entries)
        }
    }
}

extension Playback.ListRemoved {
    /// The reply of ListRemoved.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var entries: [HistoryEntry]
        package init(entries: [HistoryEntry]) {
            self.entries = entries
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var entries: [HistoryEntry]?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "entries" = memberName { entries = try reader.list(HistoryEntry.self) }
            }
            try self.init(entries: reader.required(entries, "entries"))
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
            var runs: [PlayedRun]?, share: Double?, cursor: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "runs": runs = try reader.list(PlayedRun.self)
                case "share": share = try reader.double()
                case "cursor": cursor = try reader.optionalString()
                default: break
                }
            }
            try self.init(
                runs: reader.required(runs, "runs"), share: reader.required(share, "share"),
                cursor: cursor
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
            var aliases: [String]?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "aliases" = memberName { aliases = try reader.strings() }
            }
            try self.init(aliases: reader.required(aliases, "aliases"))
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
            var changes: [Change]?, ready: Bool?, skipped: Int?, token: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "changes": changes = try reader.list(Change.self)
                case "ready": ready = try reader.bool()
                case "skipped": skipped = try reader.int()
                case "token": token = try reader.string()
                default: break
                }
            }
            try self.init(
                changes: reader.required(changes, "changes"),
                ready: reader.required(ready, "ready"),
                skipped: reader.required(skipped, "skipped"), token: reader.required(token, "token")
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
        var point: ResumePoint?
        try reader.object { (memberName, reader) throws(JSONError) in
            if case "point" = memberName { point = try reader.decoded(ResumePoint.self) }
        }
        try self.init(point: reader.required(point, "point"))
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
        var revision: Revision?
        try reader.object { (memberName, reader) throws(JSONError) in
            if case "revision" = memberName { revision = try reader.int() }
        }
        try self.init(revision: reader.required(revision, "revision"))
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("revision", revision)
    }
}
