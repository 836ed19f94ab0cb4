// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

// A change is encoded once per commit for all subscribers, in one pass without intermediate values.
extension Change: JSONDecodable, JSONEncodable {
    /// Creates a change from its JSON; an unknown kind is an error.
    ///
    /// A reader of streams uses ``Playback/Subscribe/Delivery``, which tolerates unknown kinds.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var kind: ChangeKind?
        var revision: Revision?
        var item: String?
        var player: String?
        var point: ResumePoint?
        var snapshot: Snapshot?
        var about: JSONReader?
        try reader.object { (key, reader) throws(JSONError) in
            switch key {
            case "kind": kind = try reader.named(ChangeKind.self)
            case "revision": revision = try reader.int()
            case "item": item = try reader.optionalString()
            case "player": player = try reader.optionalString()
            case "point": point = try reader.optionalDecoded(ResumePoint.self)
            case "snapshot": snapshot = try reader.optionalDecoded(Snapshot.self)
            case "about":
                about = try reader.isNull() ? nil : reader
                if about != nil { try reader.skip() }
            default: break
            }
        }
        let known = try reader.required(kind, "kind")
        self.init(
            kind: known,
            revision: try reader.required(revision, "revision"),
            item: item,
            player: player,
            point: point,
            snapshot: snapshot,
            about: try Change.about(about, of: known)
        )
    }

    /// Returns the value of `about`, which depends on the kind; the kind may come after it.
    private static func about(
        _ reader: JSONReader?,
        of kind: ChangeKind
    ) throws(JSONError) -> About? {
        guard var reader else { return nil }
        switch kind {
        case .player: return .player(try Player(from: &reader))
        case .alert: return .alert(try Alert(from: &reader))
        case .current, .saved, .observed, .cleared, .expired, .restored, .aliased: return nil
        }
    }

    /// Writes a change of an item's resume point.
    ///
    /// The output equals that of a change with that kind, item, player and point. It is written
    /// without an intermediate value, since each Save publishes one.
    package static func write(
        _ kind: ChangeKind,
        revision: Revision,
        of point: ResumePoint,
        _ stamp: ResumePoint.Stamp,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("kind", kind)
        writer.member("revision", revision)
        writer.member("item", point.item)
        writer.member("player", point.player)
        writer.key("point")
        point.write(to: &writer, stamp)
        writer.endObject()
    }

    /// Writes a change of a player; the output equals that of a change of kind `player`.
    package static func write(revision: Revision, of player: Player, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("kind", ChangeKind.player)
        writer.member("revision", revision)
        writer.member("player", player.player)
        writer.member("about", player)
        writer.endObject()
    }

    /// Writes the object; members that are `nil` are left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("kind", kind)
        writer.member("revision", revision)
        writer.member("item", item)
        writer.member("player", player)
        writer.member("point", point)
        writer.member("snapshot", snapshot)
        switch about {
        case .player(let player): writer.member("about", player)
        case .alert(let alert): writer.member("about", alert)
        case nil: break
        }
        writer.endObject()
    }
}
