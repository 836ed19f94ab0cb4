// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.

/// The types of io.stated.Sync.
package enum SyncTypes {
    /// disabled: no remote is configured. offline: no network, or the remote does not answer. failed: the
    /// latest round failed, or entries wait with an error or have failed. Trouble lasts until a round
    /// succeeds and no entry has an error: a round in the middle of it is not `syncing`.
    package enum State: String, Sendable, CaseIterable {
        case disabled, idle, syncing, offline, failed
    }

    /// The phases of a round.
    package enum PhaseName: String, Sendable, CaseIterable {
        case setup, `import`, export
    }

    /// The state of a phase.
    package enum PhaseState: String, Sendable, CaseIterable {
        case notStarted, inProgress, succeeded, failed
    }

    /// The prominence with which something is shown.
    package enum Tone: String, Sendable, CaseIterable {
        case silent, neutral, warning
    }

    /// The content of an entry on its way to the remote store.
    package enum EntryKind: String, Sendable, CaseIterable {
        case point, tombstone, event
    }

    /// The state of such an entry.
    package enum EntryState: String, Sendable, CaseIterable {
        case pending, inFlight, synced, failed
    }

    /// The strategy that decides between two changes.
    package enum Strategy: String, Sendable, CaseIterable {
        case newest, server, client, furthest
    }

    /// The ways in which a round ends.
    package enum RoundOutcome: String, Sendable, CaseIterable {
        case succeeded, offline, failed
    }
}
