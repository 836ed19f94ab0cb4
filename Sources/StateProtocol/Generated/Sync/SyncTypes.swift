// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.

/// The types of io.stated.Sync.
public enum SyncTypes {
    /// disabled: no remote is configured. offline: no network, or the remote does not answer. failed: the
    /// latest round failed, or entries wait with an error or have failed. Both last until a round
    /// succeeds and no entry has an error: a round in between is not `syncing`.
    public enum State: String, Sendable, CaseIterable {
        case disabled, idle, syncing, offline, failed
    }

    /// The phases of a round.
    public enum PhaseName: String, Sendable, CaseIterable {
        case setup, `import`, export
    }

    /// The state of a phase.
    public enum PhaseState: String, Sendable, CaseIterable {
        case notStarted, inProgress, succeeded, failed
    }

    /// The prominence with which something is shown.
    public enum Tone: String, Sendable, CaseIterable {
        case silent, neutral, warning
    }

    /// The content of an entry on its way to the remote store.
    public enum EntryKind: String, Sendable, CaseIterable {
        case point, tombstone, event
    }

    /// The state of such an entry.
    public enum EntryState: String, Sendable, CaseIterable {
        case pending, inFlight, synced, failed
    }

    /// The strategy that decides between two changes.
    public enum Strategy: String, Sendable, CaseIterable {
        case newest, server, client, furthest
    }

    /// The ways in which a round ends.
    public enum RoundOutcome: String, Sendable, CaseIterable {
        case succeeded, offline, failed
    }
}
