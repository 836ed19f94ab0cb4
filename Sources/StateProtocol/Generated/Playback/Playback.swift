// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.

/// Save, resume and watch playback positions.
///
/// Conventions of every io.stated interface: positions and durations are seconds;
/// times are milliseconds since 1970-01-01T00:00:00Z; a call acts on the calling
/// user's data alone; `limit` is 100 by default and 1000 at most; any call may
/// return an error of io.stated.Service; a reply stays under 1 MiB; clients
/// accept enum values and members that they don't know. A stream (a method called
/// with `more`) occupies its connection: use another one for calls.
package enum Playback {
    /// The interface's name.
    package static let interface = "io.stated.Playback"

    /// Store a snapshot. The reply is sent once the outcome is on stable storage.
    /// Called oneway, it is a tick: published at once, coalesced with later ticks of
    /// the same item, and stored within the configured tick interval.
    package enum Save: StateMethod { package static let name = "io.stated.Playback.Save" }

    /// Store several snapshots in one transaction: all of them, or none and an error. With
    /// `anyway`, a snapshot is stored although its item was cleared or finished after it. With more
    /// than 500 snapshots, the error is io.stated.Service.QuotaExceeded (`snapshots-per-call`).
    package enum SaveMany: StateMethod { package static let name = "io.stated.Playback.SaveMany" }

    /// The resume point of one item.
    package enum Get: StateMethod {
        package static let name = "io.stated.Playback.Get"
        package typealias Parameters = ItemParameters
        package typealias Reply = PointReply
    }

    /// The place to continue: this item, or the player's current item, or without either the
    /// item observed last of all. The position is the stored one, moved back by the
    /// configured rewind. Playback must not start automatically unless `autoplay` is true, which
    /// the user configures. With both an item and a player, the reply is about the item, and
    /// `ownPosition` is where that player saw it last, if another has observed it since:
    /// a player that starts there unasked only remembers an older position. A bridge that
    /// resumes without being asked sets `automatic`, and passes what it knows of the item; with
    /// `hold` in the reply it leaves the player where it is.
    /// `contents` are the item's names for contents of files, `content:SIZE-DIGEST`: a file with
    /// none of them may be another one under the same path.
    /// For a player's current item without a resume point, the reply has position 0 and no
    /// point.
    package enum Resume: StateMethod { package static let name = "io.stated.Playback.Resume" }

    /// Resume points, the most recently observed first. A page of long entries ends before
    /// `limit`; if points are left, `cursor` continues after it.
    package enum List: StateMethod { package static let name = "io.stated.Playback.List" }

    /// Remove one resume point; it stays in the history.
    package enum Clear: StateMethod {
        package static let name = "io.stated.Playback.Clear"
        package typealias Parameters = ItemParameters
        package typealias Reply = RevisionReply
    }

    /// Remove every resume point that exists at the time of the call, or a player's. Other calls
    /// are served meanwhile, and see points disappear. A removal that has begun is completed even if
    /// its caller leaves or the daemon is killed.
    package enum ClearAll: StateMethod { package static let name = "io.stated.Playback.ClearAll" }

    /// Earlier values of an item, including expired and cleared ones.
    package enum History: StateMethod { package static let name = "io.stated.Playback.History" }

    /// Bring back an earlier value: the newest one that once was the resume point, or the
    /// one of that revision, with a new time to live.
    package enum Undo: StateMethod {
        package static let name = "io.stated.Playback.Undo"
        package typealias Reply = PointReply
    }

    /// The last values of items whose resume point expired, was cleared or finished, the one removed
    /// last first; with `finished`, only the finished ones. `limit` is 100 at most, 10 by default. Undo
    /// brings each back.
    package enum ListRemoved: StateMethod {
        package static let name = "io.stated.Playback.ListRemoved"
        package typealias Reply = History.Reply
    }

    /// The times for which items were played, as far as the history keeps them: those that ended at
    /// `since` or later, item by item, including items without a resume point. `share` is the part
    /// of the items that were examined, from 0 to 1; if some are left, `cursor` continues.
    package enum ListRuns: StateMethod { package static let name = "io.stated.Playback.ListRuns" }

    /// Give an item one more name. Every call that takes an item takes its aliases, and
    /// replies with the item. If the alias was an item, it is merged into this one:
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

    /// Follow changes; called without `more` it returns ExpectedMore. Without a token,
    /// the present state comes first: a `current` for every live resume point, a
    /// `player` for every player, an `alert` for every open alert; then a reply with
    /// `ready` true, then each change as it happens. With the token of an earlier reply,
    /// the stream continues right after it with no gap and is `ready` once it has caught
    /// up, or fails with ResyncRequired. Without a token and with `now`, the present state
    /// is left out: the first reply is `ready`. A reader that falls behind gets the newest state
    /// of each item; `skipped` counts the states that it never saw. Tokens outlive restarts. With
    /// `front`, a person sees the changes: as long as the stream lasts, sync looks for remote
    /// changes as it does for a surface in the foreground.
    package enum Subscribe: StateMethod { package static let name = "io.stated.Playback.Subscribe" }
}
