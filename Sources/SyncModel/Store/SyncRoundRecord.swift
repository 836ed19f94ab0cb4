// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct SyncRoundRecord: StoredValue, Sendable, Equatable {
    package enum Outcome: String, Sendable, CaseIterable {
        case succeeded
        /// The round failed, because there was no network or the remote could not be reached.
        case offline
        case failed
    }

    package static let kept = 200

    /// The number of the round among all rounds of this store, counted from 1.
    package var number: Int
    package var triggers: [String]
    package var startedAt: Timestamp
    package var endedAt: Timestamp
    package var outcome: Outcome
    /// The number of records that the remote accepted.
    package var pushed = 0
    /// The number of valid records that were read; those of this device count only if the store had
    /// lost them.
    package var pulled = 0
    /// The number of read records that changed the local store.
    package var changed = 0
    package var conflicts = 0
    /// The number of sent records that were marked as failed.
    package var failed = 0
    package var error: String?
    /// The duration of each phase, in milliseconds, by the name of the phase; not stored.
    package var phaseMilliseconds: [String: Int] = [:]

    package init(
        number: Int,
        triggers: [String],
        startedAt: Timestamp,
        endedAt: Timestamp,
        outcome: Outcome
    ) {
        self.number = number
        self.triggers = triggers
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.outcome = outcome
    }

    package func write(to writer: inout RecordWriter) {
        writer.count(number)
        writer.count(triggers.count)
        for trigger in triggers { writer.text(trigger) }
        writer.signed(startedAt)
        writer.signed(endedAt)
        writer.text(outcome.rawValue)
        for count in [pushed, pulled, changed, conflicts, failed] { writer.count(count) }
        writer.text(orNil: error)
    }

    package init(from reader: inout RecordReader) throws(RecordReader.Damaged) {
        number = try reader.count()
        triggers = []
        for _ in 0..<(try reader.count()) { triggers.append(try reader.text()) }
        startedAt = try reader.signed()
        endedAt = try reader.signed()
        outcome = try reader.named()
        pushed = try reader.count()
        pulled = try reader.count()
        changed = try reader.count()
        conflicts = try reader.count()
        failed = try reader.count()
        error = try reader.textOrNil()
    }
}

/// The totals of sync over all rounds, which are kept across restarts.
package struct SyncTotals: StoredValue, Sendable, Equatable {
    package struct Phase: Sendable, Equatable {
        package var succeeded: Bool
        package var startedAt: Timestamp
        package var endedAt: Timestamp
        package var error: String?

        package init(succeeded: Bool, startedAt: Timestamp, endedAt: Timestamp, error: String?) {
            self.succeeded = succeeded
            self.startedAt = startedAt
            self.endedAt = endedAt
            self.error = error
        }
    }

    package var phases: [String: Phase] = [:]
    package var numbers: [String: Int] = [:]

    package init() {}

    package func write(to writer: inout RecordWriter) {
        writer.count(phases.count)
        for (name, phase) in phases.sorted(by: { $0.key < $1.key }) {
            writer.text(name)
            writer.byte(phase.succeeded ? 1 : 0)
            writer.signed(phase.startedAt)
            writer.signed(phase.endedAt)
            writer.text(orNil: phase.error)
        }
        writer.count(numbers.count)
        for (name, number) in numbers.sorted(by: { $0.key < $1.key }) {
            writer.text(name)
            writer.signed(number)
        }
    }

    package init(from reader: inout RecordReader) throws(RecordReader.Damaged) {
        for _ in 0..<(try reader.count()) {
            let name = try reader.text()
            phases[name] = Phase(
                succeeded: try reader.flag(),
                startedAt: try reader.signed(),
                endedAt: try reader.signed(),
                error: try reader.textOrNil()
            )
        }
        for _ in 0..<(try reader.count()) {
            let name = try reader.text()
            numbers[name] = try reader.signed()
        }
    }
}
