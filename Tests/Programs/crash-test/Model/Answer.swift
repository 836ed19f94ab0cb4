// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The daemon's answer to a writer's call.
package enum Answer: Sendable, Equatable {
    /// The results of Save or SaveMany, one for each observation.
    case results([SaveResult])
    /// The revision of a Clear that succeeded.
    case cleared(revision: Revision)
    /// The resume point after an Undo.
    case restored(ResumePoint)
    /// There was nothing to clear or undo.
    case notFound
    /// The store accepts no writes.
    case refused
    /// Any other answer, which no writer should get.
    case other(String)

    /// The newest revision in the answer, if it contains one.
    package var revision: Revision? {
        switch self {
        case .results(let results): results.map(\.revision).max()
        case .cleared(let revision): revision
        case .restored(let point): point.revision
        case .notFound, .refused, .other: nil
        }
    }

    /// Returns the changes that the answer reports, which are newer than all earlier ones.
    func changes(by operation: WriterCall) -> [ItemChange] {
        switch self {
        case .results(let results):
            zip(operation.writes, results)
                .filter { [.saved, .cleared].contains($1.outcome) }
                .map { ItemChange(revision: $1.revision, item: $0.item) }
        case .cleared(let revision):
            operation.items.map { ItemChange(revision: revision, item: $0) }
        case .restored(let point): [ItemChange(revision: point.revision, item: point.item)]
        case .notFound, .refused, .other: []
        }
    }
}
