// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The state of the store regarding writes, with the time of the next attempt after a failure.
struct StorageHealth: Equatable {
    /// The maximum pause after a failure, in milliseconds, since reopening the file is expensive.
    private static let longestPauseMilliseconds = 3_200

    /// The decision about a call that wants to write.
    enum Admission: Equatable {
        /// Writes may proceed.
        case write
        /// The store may work again, and must first be reopened from its file.
        case reopen
        /// Writes are refused for the given reason, because the store has just failed.
        case refuse(String)
    }

    private enum State: Equatable {
        case sound
        case failed(reason: String, retryAt: Timestamp)
        /// The store was reopened; the next commit shows whether it has recovered.
        case trying(reason: String)
    }

    private var state = State.sound
    private var pause = DoublingPause(milliseconds: 200, longest: longestPauseMilliseconds)
    /// The damage that requires the store's file to be replaced; `nil` if none is known.
    private(set) var damage: String?

    /// The reason why writes are refused; `nil` if they are not.
    var problem: String? {
        switch state {
        case .sound: nil
        case .failed(let reason, _), .trying(let reason): reason
        }
    }

    /// The time of the next attempt, in milliseconds since 1970; `nil` if the store has not failed.
    var retryAt: Timestamp? {
        guard case .failed(_, let retryAt) = state else { return nil }
        return retryAt
    }

    /// Returns the decision about a call that wants to write at `now`.
    func admit(now: Timestamp) -> Admission {
        switch state {
        case .sound, .trying: .write
        // A clock that was set back must not keep writes refused.
        case .failed(let reason, let retryAt)
        where now < retryAt && now >= retryAt - Self.longestPauseMilliseconds:
            .refuse(reason)
        case .failed: .reopen
        }
    }

    /// Notes that the store was reopened from its file.
    mutating func reopened() {
        if let problem { state = .trying(reason: problem) }
    }

    /// Notes that a write failed at `now`.
    mutating func failed(_ reason: String, now: Timestamp) {
        state = .failed(reason: reason, retryAt: now + pause.next())
    }

    /// Records damage to the store's file; only the first report counts.
    mutating func noteDamage(_ reason: String) {
        damage = damage ?? reason
    }

    /// Notes a successful commit; returns true if the store had failed before.
    mutating func succeeded() -> Bool {
        defer {
            state = .sound
            pause.restart()
        }
        return state != .sound
    }
}
