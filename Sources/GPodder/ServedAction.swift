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
        writer.key("podcast")
        writer.string(action.podcast)
        writer.key("episode")
        writer.string(action.episode)
        if let guid = action.guid {
            writer.key("guid")
            writer.string(guid)
        }
        if dialect == .gpodder, let device = action.device {
            writer.key("device")
            writer.string(device)
        }
        writer.key("action")
        writer.string(action.kind.rawValue)
        writer.key("timestamp")
        writer.string(ActionTime.text(at))
        if let position, let total {
            writer.key("started")
            writer.int(min(action.started ?? 0, position))
            writer.key("position")
            writer.int(position)
            writer.key("total")
            writer.int(total)
        }
        writer.endObject()
    }
}
