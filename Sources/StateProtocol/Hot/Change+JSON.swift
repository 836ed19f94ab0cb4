// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

extension Change: JSONDecodable, JSONEncodable {
    /// Creates a change from its JSON; an unknown kind is an error.
    ///
    /// Readers of streams use ``Playback/Subscribe/Delivery``, which tolerates unknown kinds.
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        let kind: ChangeKind = try members.named("kind")
        try self.init(
            kind: kind,
            revision: members.required("revision"),
            item: members.optional("item"),
            player: members.optional("player"),
            point: members.optional("point"),
            snapshot: members.optional("snapshot"),
            about: Change.about(members, of: kind)
        )
    }

    private static func about(
        _ members: JSONMembers,
        of kind: ChangeKind
    ) throws(JSONError) -> About? {
        switch kind {
        case .player: try members.optional("about").map { .player($0) }
        case .alert: try members.optional("about").map { .alert($0) }
        case .event:
            try members.optional("about").map { (event: Events.Event) in
                .event(topic: event.topic, json: event.json)
            }
        case .current, .saved, .observed, .cleared, .expired, .restored, .aliased: nil
        }
    }

    /// Writes a change of an item's resume point.
    ///
    /// The output equals that of a ``Change`` with the same kind, item, player and point. The
    /// function does not create such a value, because each Save publishes a change.
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
        case .event(_, let json): writer.member("about", json: json)
        case nil: break
        }
        writer.endObject()
    }
}
