// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// Damage found in the store's files, and its outcome.
package struct DamageReport: Sendable, Equatable {
    /// The thing that was damaged.
    package enum Subject: Sendable, Equatable {
        /// A row of the log.
        case row(SequenceNumber)
        /// An event.
        case event(SequenceNumber)
        /// An entry of a table that repeats the content of rows.
        case entry
        /// A player's state.
        case player(String)
        /// An alert.
        case alert(AlertID)
        /// Sync's memory of the remote store.
        case syncMemory
    }

    /// The state that is shown from now on.
    package enum Outcome: Sendable, Equatable {
        /// The same as before: the row was still in memory, or is repeated elsewhere in the file.
        case healed
        /// The same as before, from that backup.
        case restored(backup: String)
        /// An older value, observed at `at`, in milliseconds since 1970; from a backup or the log.
        case older(at: Timestamp, backup: String?)
        /// The same value as before: only history was lost, or a change that had been published.
        case unaffected
        /// Nothing.
        case lost
    }

    /// The thing that was damaged.
    package let subject: Subject
    /// The name of the item concerned, if there is one and its name is known.
    package let item: String?
    /// The state that is shown from now on.
    package let outcome: Outcome

    /// True if readers may have received data that the store no longer holds.
    package var takesBack: Bool {
        switch outcome {
        case .older, .lost: true
        case .healed, .restored, .unaffected: false
        }
    }
}
