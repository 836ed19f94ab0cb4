// SPDX-License-Identifier: Apache-2.0
internal import StateModel

struct StorageHealth: Equatable {
    /// The maximum time between two attempts, in milliseconds.
    ///
    /// It is long, because reopening the file is expensive.
    private static let longestPauseMilliseconds = 3_200

    enum Admission: Equatable {
        case write
        /// The store must first be reopened from its file; then writes may succeed.
        case reopen
        /// Writes are refused for the given reason, because one has failed recently.
        case refuse(String)
    }

    private enum State: Equatable {
        case sound
        case failed(reason: String, retryAt: Timestamp)
        /// The store was reopened, and the next commit shows whether it has recovered.
        case trying(reason: String)
    }

    private var state = State.sound
    private var pause = DoublingPause(milliseconds: 200, longest: longestPauseMilliseconds)
    /// The damage for which the store's file must be replaced; `nil` if none is known.
    private(set) var damage: String?

    /// The reason why writes have failed; `nil` once one has succeeded.
    var problem: String? {
        switch state {
        case .sound: nil
        case .failed(let reason, _), .trying(let reason): reason
        }
    }

    /// The time of the next attempt; `nil` if writes are accepted.
    var retryAt: Timestamp? {
        guard case .failed(_, let retryAt) = state else { return nil }
        return retryAt
    }

    func admit(now: Timestamp) -> Admission {
        switch state {
        case .sound, .trying: .write
        // If the clock was set back, writes must not be refused for longer than intended.
        case .failed(let reason, let retryAt)
        where now < retryAt && now >= retryAt - Self.longestPauseMilliseconds:
            .refuse(reason)
        case .failed: .reopen
        }
    }

    mutating func reopened() {
        if let problem { state = .trying(reason: problem) }
    }

    mutating func failed(_ reason: String, now: Timestamp) {
        state = .failed(reason: reason, retryAt: now + pause.next())
    }

    /// Records damage to the store's file; later reports do not replace the first one.
    mutating func noteDamage(_ reason: String) {
        damage = damage ?? reason
    }

    /// Records a successful commit; returns true if writes had failed before.
    mutating func succeeded() -> Bool {
        defer {
            state = .sound
            pause.restart()
        }
        return state != .sound
    }
}
