package import StateSync

/// What the services ask of the one who carries out sync.
package enum SyncRequest: Sendable, Equatable {
    /// A round that begins from now on.
    case round
    /// That all begins anew, for the store is another one now; there is no answer.
    case restart
    /// That the device be waited for no longer.
    case forget(device: UInt64)
}

/// What became of a ``SyncRequest``.
package enum SyncAnswer: Sendable, Equatable {
    /// The round is over.
    case round(SyncRound.Report, duration: Int)
    /// The device is forgotten.
    case forgotten
    /// It came to nothing, and why.
    case failed(String)
}

/// How the services reach sync, which lives elsewhere; its closures return at once.
package struct SyncLine: Sendable {
    /// The remote store's URL, for people.
    package var remote: String
    /// Says what happened here.
    package var note: @Sendable (SyncSchedule.Event) -> Void
    /// Asks for something; the answer comes with ``Services/answered(_:_:)``, under that number.
    package var request: @Sendable (SyncRequest, Int) -> Void

    /// A line with all its members.
    package init(
        remote: String,
        note: @escaping @Sendable (SyncSchedule.Event) -> Void,
        request: @escaping @Sendable (SyncRequest, Int) -> Void
    ) {
        self.remote = remote
        self.note = note
        self.request = request
    }
}

/// Why a step of sync on the store came to nothing.
package struct SyncStepFailure: Error, Equatable, CustomStringConvertible {
    /// For people: what is wrong.
    package let why: String

    package var description: String { why }
}
