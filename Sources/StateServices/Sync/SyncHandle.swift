// SPDX-License-Identifier: Apache-2.0
package import StateSync

/// A request from the services to the sync driver.
package enum SyncRequest: Sendable, Equatable {
    /// Make a round that begins after the request.
    case round
    /// Make a round that begins after the request, because the remote has changed.
    case fetch
    /// End the session, so that another begins with the current store and remote; there is no
    /// reply.
    case restart
    /// Make a round; if that fails, accept any remote store at the address, and make another round.
    case accept
    /// Remove a device from the remote's list, so that nothing waits for it.
    case forget(device: UInt64)
    /// Make a last round, remove this device from the remote's list, and end.
    case leave
}

package enum SyncAnswer: Sendable, Equatable {
    /// The requested round has ended, after `duration` milliseconds.
    case round(SyncRound.Report, duration: Int)
    /// The round that fetches changes has ended.
    case fetched(SyncRound.Report)
    case forgotten
    /// After a last round, this device has left the remote.
    case left(SyncRound.Report)
    case failed(String)
}

/// The services' handle to sync.
///
/// Its closures return immediately, because sync runs on another thread.
package struct SyncHandle: Sendable {
    /// The remote store's URL, for display.
    package var remote: String
    /// A function that reports an event to the schedule.
    package var note: @Sendable (SyncSchedule.Event) -> Void
    /// A function that sends a request and returns its unique number; ``Services/answered(_:_:)``
    /// receives the answer with this number.
    package var request: @Sendable (SyncRequest) -> Int

    package init(
        remote: String,
        note: @escaping @Sendable (SyncSchedule.Event) -> Void,
        request: @escaping @Sendable (SyncRequest) -> Int
    ) {
        self.remote = remote
        self.note = note
        self.request = request
    }
}

package struct SyncStepFailure: Error, Equatable, CustomStringConvertible {
    package let reason: String

    package var description: String { reason }
}
