// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.

/// Save, resume and watch where playback stands.
///
/// Conventions of every io.stated interface: positions and durations are seconds;
/// times are milliseconds since 1970-01-01T00:00:00Z; a call acts on the calling
/// user's data alone; `limit` is 100 where absent and 1000 at most; any call may
/// answer with an error of io.stated.Service; a reply stays under 1 MiB; clients
/// accept enum values and members that they don't know. A stream (a method called
/// with `more`) keeps its connection to itself: use another one for calls.
package enum Playback {
    /// The interface's name.
    package static let interface = "io.stated.Playback"

    /// Store a snapshot. The reply is sent once the outcome is on stable storage.
    /// Called oneway, it is a tick: broadcast at once, coalesced with later ticks of
    /// the same item, and stored within the configured tick interval.
    package enum Save: StateMethod {
        package static let name = "io.stated.Playback.Save"
    }

    /// Store several snapshots in one transaction: all of them, or none and an error. With
    /// `anyway`, a snapshot is stored although its item was cleared or finished after it. With more
    /// than 500 snapshots, the error is io.stated.Service.QuotaExceeded (`snapshots-per-call`).
    package enum SaveMany: StateMethod {
        package static let name = "io.stated.Playback.SaveMany"
    }

    /// The resume point of one item.
    package enum Get: StateMethod {
        package static let name = "io.stated.Playback.Get"
        package typealias Parameters = ItemParameters
        package typealias Reply = PointReply
    }

    /// The place to continue: this item, or the player's current item, or with neither the
    /// item observed last of all. The position is the stored one, moved back by the
    /// configured rewind. Playback never starts by itself unless `autoplay` says that
    /// the user configured it so. With both an item and a player, the item is meant, and
    /// `ownPosition` is where that player saw it last, if another has observed it since:
    /// a player that starts there by itself only remembers an older place. A bridge that
    /// resumes without being asked sets `automatic`, and says what it knows of the item; with
    /// `hold` in the reply it leaves the player where it is.
    /// `contents` are the item's names for contents of files, `content:SIZE-DIGEST`: a file that
    /// has none of them may be another one that came to the same path.
    /// A player's current item that has no resume point yet answers position 0 and no
    /// point.
    package enum Resume: StateMethod {
        package static let name = "io.stated.Playback.Resume"
    }

    /// Resume points, the most recently observed first. A page of long entries ends before
    /// `limit`; where points are left, `cursor` continues after it.
    package enum List: StateMethod {
        package static let name = "io.stated.Playback.List"
    }

    /// Remove one resume point; it stays in the history.
    package enum Clear: StateMethod {
        package static let name = "io.stated.Playback.Clear"
        package typealias Parameters = ItemParameters
        package typealias Reply = RevisionReply
    }

    /// Remove every resume point that stands at the time of the call, or a player's. Other calls
    /// are served meanwhile, and see points go. A removal that has begun is completed even if its
    /// caller leaves or the daemon is killed.
    package enum ClearAll: StateMethod {
        package static let name = "io.stated.Playback.ClearAll"
    }

    /// Earlier values of an item, expired and cleared ones too.
    package enum History: StateMethod {
        package static let name = "io.stated.Playback.History"
    }

    /// Bring back an earlier value: the newest one that once was the resume point, or the
    /// one of that revision. Its time to live starts anew.
    package enum Undo: StateMethod {
        package static let name = "io.stated.Playback.Undo"
        package typealias Reply = PointReply
    }

    /// The last values of the items that have no resume point any more, the one removed last first:
    /// what expired, what was cleared and what was finished; with `finished`, that alone. `limit` is 100
    /// at most, 10 by default. Undo brings each back.
    package enum ListRemoved: StateMethod {
        package static let name = "io.stated.Playback.ListRemoved"
    }

    /// The times for which items were played, as far as the history keeps them: those that ended at
    /// `since` or later, item by item, items without a resume point included. `share` is the part
    /// of the items that were looked at, from 0 to 1; where some are left, `cursor` continues.
    package enum ListRuns: StateMethod {
        package static let name = "io.stated.Playback.ListRuns"
    }

    /// Give an item one more name. Every call that takes an item takes its aliases, and
    /// answers with the item. An alias that was an item of its own is merged into it:
    /// the newer resume point stays, the older goes to the history.
    package enum AddAlias: StateMethod {
        package static let name = "io.stated.Playback.AddAlias"
        package typealias Reply = RevisionReply
    }

    /// Remove a name from an item.
    package enum RemoveAlias: StateMethod {
        package static let name = "io.stated.Playback.RemoveAlias"
        package typealias Reply = RevisionReply
    }

    /// The names of an item besides its own.
    package enum ListAliases: StateMethod {
        package static let name = "io.stated.Playback.ListAliases"
        package typealias Parameters = ItemParameters
    }

    /// Follow changes; called without `more` it answers ExpectedMore. Without a token,
    /// the standing state comes first: a `current` for every live resume point, a
    /// `player` for every player, an `alert` for every open alert; then a reply with
    /// `ready` true, then each change as it happens. With the token of an earlier reply,
    /// the stream continues right after it with no gap and is `ready` once it has caught
    /// up, or fails with ResyncRequired. Without a token and with `now`, the standing state
    /// is left out: the first reply is `ready`. A reader that falls behind gets the newest state
    /// of each item; `skipped` counts the states it never saw. Tokens outlive restarts. With
    /// `front`, a person sees the changes: as long as the stream goes on, sync looks for remote
    /// changes as it does for a surface in the foreground.
    package enum Subscribe: StateMethod {
        package static let name = "io.stated.Playback.Subscribe"
    }
}
