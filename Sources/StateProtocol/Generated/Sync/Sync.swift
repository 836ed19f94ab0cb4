// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.

/// The sync scheduler that all players share, and its status.
/// Conventions as in io.stated.Playback.
package enum Sync {
    /// The interface's name.
    package static let interface = "io.stated.Sync"

    package typealias State = SyncTypes.State
    package typealias PhaseName = SyncTypes.PhaseName
    package typealias PhaseState = SyncTypes.PhaseState
    package typealias Phase = SyncTypes.Phase
    package typealias Tone = SyncTypes.Tone
    package typealias Indicator = SyncTypes.Indicator
    package typealias Outbox = SyncTypes.Outbox
    package typealias Delay = SyncTypes.Delay
    package typealias Damage = SyncTypes.Damage
    package typealias Status = SyncTypes.Status
    package typealias EntryKind = SyncTypes.EntryKind
    package typealias EntryState = SyncTypes.EntryState
    package typealias OutboxEntry = SyncTypes.OutboxEntry
    package typealias Strategy = SyncTypes.Strategy
    package typealias Conflict = SyncTypes.Conflict
    package typealias Device = SyncTypes.Device
    package typealias RoundOutcome = SyncTypes.RoundOutcome
    package typealias Round = SyncTypes.Round
    package typealias Step = SyncTypes.Step

    /// The status now.
    package enum GetStatus: StateMethod {
        package static let name = "io.stated.Sync.GetStatus"
        package typealias Parameters = NoMembers
        package typealias Reply = StatusReply
    }

    /// The status now; with `more`, again whenever it changes. `front` is that of
    /// io.stated.Playback.Subscribe.
    package enum Monitor: StateMethod {
        package static let name = "io.stated.Sync.Monitor"
        package typealias Reply = StatusReply
    }

    /// Send what waits and fetch what is new; a call during a round joins the next one.
    package enum SyncNow: StateMethod {
        package static let name = "io.stated.Sync.SyncNow"
        package typealias Parameters = NoMembers
    }

    /// Report that the remote store has changed, for example from a push service, a hook or a mail
    /// filter. All changes are fetched, whatever the scope, which is a note for the log.
    package enum RemoteChanged: StateMethod {
        package static let name = "io.stated.Sync.RemoteChanged"
        package typealias Reply = NoMembers
    }

    /// Entries on their way to the remote store.
    package enum ListOutbox: StateMethod { package static let name = "io.stated.Sync.ListOutbox" }

    /// Make failed entries pending again: one, or all. The sync that follows retries the others, too.
    package enum RetryFailed: StateMethod { package static let name = "io.stated.Sync.RetryFailed" }

    /// The conflicts, with their losers.
    package enum ListConflicts: StateMethod {
        package static let name = "io.stated.Sync.ListConflicts"
    }

    /// Let the loser of a conflict win; this syncs like any other change.
    package enum ResolveConflict: StateMethod {
        package static let name = "io.stated.Sync.ResolveConflict"
        package typealias Reply = NoMembers
    }

    /// Remove a conflict from the list of this device; the present value stays.
    package enum DismissConflict: StateMethod {
        package static let name = "io.stated.Sync.DismissConflict"
        package typealias Parameters = ResolveConflict.Parameters
        package typealias Reply = NoMembers
    }

    /// The steps that explain an item's resume point, newest first.
    package enum Explain: StateMethod {
        package static let name = "io.stated.Sync.Explain"
        package typealias Parameters = ItemParameters
    }

    /// The rounds of this store, the newest first; the last 200 are kept.
    package enum ListRounds: StateMethod {
        package static let name = "io.stated.Sync.ListRounds"
        package typealias Parameters = ListConflicts.Parameters
    }

    /// Every device that the remote store knows, including this one.
    package enum ListDevices: StateMethod {
        package static let name = "io.stated.Sync.ListDevices"
        package typealias Parameters = NoMembers
    }

    /// Stop waiting for a device that is gone for good. If it returns, it starts over.
    package enum ForgetDevice: StateMethod {
        package static let name = "io.stated.Sync.ForgetDevice"
        package typealias Reply = NoMembers
    }

    /// Use the remote store that is at the configured address now, even if it is not the
    /// one that this store synced with last: everything is sent to it and read from it. The
    /// reply is sent when a round has succeeded, like that of SyncNow.
    package enum AcceptRemote: StateMethod {
        package static let name = "io.stated.Sync.AcceptRemote"
        package typealias Parameters = NoMembers
        package typealias Reply = SyncNow.Reply
    }

    /// Send what waits, remove this device from the remote's list, and stop syncing until
    /// the daemon reads its configuration again, with Reload or at its start: it joins the
    /// remote that is configured then. If the remote cannot be reached, nothing changes.
    package enum LeaveRemote: StateMethod {
        package static let name = "io.stated.Sync.LeaveRemote"
        package typealias Parameters = NoMembers
    }
}
