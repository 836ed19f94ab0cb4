package import StateModel

/// How the daemon answered a writer's call.
package enum Answer: Sendable, Equatable {
    /// Save or SaveMany: a result for each observation.
    case results([SaveResult])
    /// Clear: done, at that revision.
    case cleared(revision: Int)
    /// Undo: this is the resume point now.
    case restored(ResumePoint)
    /// There was nothing to clear or undo.
    case notFound
    /// The store takes no writes.
    case refused
    /// Anything else, which no writer gives cause for.
    case other(String)

    /// The newest revision that it tells, if it tells any.
    package var revision: Int? {
        switch self {
        case .results(let results): results.map(\.revision).max()
        case .cleared(let revision): revision
        case .restored(let point): point.revision
        case .notFound, .refused, .other: nil
        }
    }

    /// The changes that it says were made, which are newer than all before.
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
