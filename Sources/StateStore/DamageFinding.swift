/// Damage that was found in the store's files, and what stands instead.
package struct DamageFinding: Sendable, Equatable {
    /// The thing that was damaged.
    package enum Subject: Sendable, Equatable {
        /// A row of the log.
        case row(Int)
        /// An event.
        case event(Int)
        /// An entry of a table that repeats what rows say.
        case entry
        /// A player's state.
        case player(String)
        /// An alert.
        case alert(Int)
        /// What sync remembers of the remote store.
        case syncMemory
    }

    /// What is shown from now on.
    package enum Outcome: Sendable, Equatable {
        /// The same as before: the row was still in memory, or is repeated elsewhere in the file.
        case healed
        /// The same as before, from that backup.
        case restored(backup: String)
        /// An older value, observed then, in milliseconds since 1970; from a backup, or from the log.
        case older(at: Int, backup: String?)
        /// The same value as before: what was lost is history, or news that had been delivered.
        case unaffected
        /// Nothing.
        case lost
    }

    /// The thing that was damaged.
    package let subject: Subject
    /// The item's name, if it is about one and the name is known.
    package let item: String?
    /// What is shown from now on.
    package let outcome: Outcome

    /// True if readers may know something that the store no longer holds.
    package var takesBack: Bool {
        switch outcome {
        case .older, .lost: true
        case .healed, .restored, .unaffected: false
        }
    }
}
