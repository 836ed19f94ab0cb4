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

    /// Whether it says that something was changed, and so is newer than all before it.
    var changes: Bool {
        switch self {
        case .results(let results): results.contains { [.saved, .cleared].contains($0.outcome) }
        case .cleared, .restored: true
        case .notFound, .refused, .other: false
        }
    }
}
