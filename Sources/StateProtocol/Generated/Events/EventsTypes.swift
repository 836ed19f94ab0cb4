// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.

/// The types of io.stated.Events.
public enum EventsTypes {
    /// The state of an event on its way to the remote store.
    public enum SyncState: String, Sendable, CaseIterable {
        case pending, inFlight, synced, failed
    }
}
