/// Whether the store takes writes, and when to try again if it does not.
struct StorageHealth: Equatable {
    /// How long to leave a store alone that has just failed, in milliseconds; each failure that
    /// follows doubles it, for to begin again from the file is work.
    private static let shortestPause = 200
    /// The longest of these pauses, in milliseconds.
    private static let longestPause = 3_200

    /// What a call that writes is to do.
    enum Admission: Equatable {
        /// Go on.
        case write
        /// Begin again from the file first; it may have healed.
        case reopen
        /// Do not try: it failed a moment ago.
        case refuse(String)
    }

    private enum State: Equatable {
        case sound
        case failed(why: String, retryAt: Int)
        /// It was begun again; the next commit shows whether it has healed.
        case trying(why: String)
    }

    private var state = State.sound
    private var pause = shortestPause

    /// Why the store takes no writes; nil: it does.
    var problem: String? {
        switch state {
        case .sound: nil
        case .failed(let why, _), .trying(let why): why
        }
    }

    /// When to try again, in milliseconds since 1970; nil: there is nothing to wait for.
    var retryAt: Int? {
        guard case .failed(_, let retryAt) = state else { return nil }
        return retryAt
    }

    /// Somebody wants to write at `now`.
    func admit(now: Int) -> Admission {
        switch state {
        case .sound, .trying: .write
        // A clock that was put back must not keep the store shut.
        case .failed(let why, let retryAt)
        where now < retryAt && now >= retryAt - Self.longestPause:
            .refuse(why)
        case .failed: .reopen
        }
    }

    /// The store was begun again from its file.
    mutating func reopened() {
        if let problem { state = .trying(why: problem) }
    }

    /// A write failed at `now`.
    mutating func failed(_ why: String, now: Int) {
        state = .failed(why: why, retryAt: now + pause)
        pause = min(2 * pause, Self.longestPause)
    }

    /// A commit came through; true: the store had failed before.
    mutating func succeeded() -> Bool {
        defer {
            state = .sound
            pause = Self.shortestPause
        }
        return state != .sound
    }
}
