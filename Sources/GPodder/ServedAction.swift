// SPDX-License-Identifier: Apache-2.0
package import Varlink

package enum Dialect: Sendable {
    /// gpodder.net's API, version 2: all kinds of actions; unknown numbers are omitted.
    case gpodder
    /// Nextcloud's GPodder Sync: only plays, each with all numbers.
    case nextcloud
}

package struct ServedAction: Equatable, Sendable {
    package let action: EpisodeAction
    /// The effective time, in seconds since 1970.
    package let at: Int
    /// The corrected position and total of a play, in seconds; `nil` if they are omitted.
    package let position: Int?
    package let total: Int?

    init(_ action: EpisodeAction, at: Int, position: Int? = nil, total: Int? = nil) {
        (self.action, self.at, self.position, self.total) = (action, at, position, total)
    }

    /// Writes the action, unless the protocol does not support its kind.
    package func write(to writer: inout JSONWriter, in dialect: Dialect) {
        guard position != nil || dialect == .gpodder else { return }
        writer.beginObject()
        writer.member("podcast", action.podcast)
        writer.member("episode", action.episode)
        writer.member("guid", action.guid)
        if dialect == .gpodder { writer.member("device", action.device) }
        writer.member("action", action.kind.rawValue)
        writer.member("timestamp", ActionTime.text(at))
        if let position, let total {
            writer.member("started", min(action.started ?? 0, position))
            writer.member("position", position)
            writer.member("total", total)
        }
        writer.endObject()
    }
}
