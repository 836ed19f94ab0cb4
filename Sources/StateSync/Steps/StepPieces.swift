// SPDX-License-Identifier: Apache-2.0

/// A step of sync in pieces, each of which is a step by itself.
///
/// All clients of the store wait while a piece is performed, and have their turn between two. The
/// outcomes of a push are noted in pieces, and fewer records are sent at a time. A failure leaves the
/// pieces before it performed; the outcomes of the others are not known then, as if their answer had
/// been lost.
package struct StepPieces: Sendable {
    /// The greatest number of records of a piece while clients call.
    ///
    /// A record takes 20 to 90 µs, depending on the machine and on what else runs there.
    package static let recordsBesideClients = 50

    /// The settings for each piece.
    package let settings: SyncSettings
    /// The result of the pieces so far; `nil` before the first.
    package private(set) var result: StoreResult?
    /// The pieces that are left, the next one last.
    private var rest: [StoreStep]

    /// Divides a step.
    ///
    /// - Parameters:
    ///   - step: the step.
    ///   - settings: the settings for the whole step.
    ///   - records: the greatest number of records of a piece, at least 1.
    package init(_ step: StoreStep, _ settings: SyncSettings, records: Int = .max) {
        var settings = settings
        // The records to send become fewer, and another push follows.
        settings.pushRecords = min(settings.pushRecords, records)
        self.settings = settings
        rest = step.pieces(of: records).reversed()
    }

    /// True if no piece is left.
    package var isDone: Bool { rest.isEmpty }

    /// Returns the next piece, or `nil` if all are performed.
    package mutating func next() -> StoreStep? { rest.popLast() }

    /// Adds the result of a piece.
    package mutating func add(_ next: StoreResult) {
        result = result.map { $0.followed(by: next) } ?? next
    }
}

extension StoreStep {
    /// Returns the steps that amount to this one, in order.
    fileprivate func pieces(of records: Int) -> [StoreStep] {
        switch self {
        case .settle(let outcomes, let seed, let leases) where outcomes.count > records:
            let parts = outcomes.keys.sorted().parts(of: records)
            return parts.enumerated().map { index, part in
                let operations = Set(part)
                return .settle(
                    outcomes.filter { operations.contains($0.key) },
                    seed: seed &+ UInt64(index),
                    leases: leases && index == parts.count - 1
                )
            }
        default: return [self]
        }
    }
}

extension Array {
    /// Returns the elements in order, in parts of at most `count`.
    fileprivate func parts(of count: Int) -> [[Element]] {
        stride(from: 0, to: self.count, by: count).map {
            [Element](self[$0..<Swift.min($0 + count, self.count)])
        }
    }
}

extension StoreResult {
    /// Returns the result of the pieces up to the one with the given result.
    fileprivate func followed(by next: StoreResult) -> StoreResult {
        switch (self, next) {
        case (.settled(let former, _), .settled(let latter, let batch)):
            .settled(former + latter, next: batch)
        default: next
        }
    }
}

extension StoreResult.Settled {
    fileprivate static func + (former: Self, latter: Self) -> Self {
        var sum = former
        sum.stored += latter.stored
        sum.conflicts += latter.conflicts
        sum.failed += latter.failed
        return sum
    }
}
