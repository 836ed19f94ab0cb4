/// Whether the store takes writes, and when to try again if it does not.
struct StorageHealth: Equatable {
    /// How long to leave a store alone that has just failed, in milliseconds.
    static let pause = 200

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
    }

    private var state = State.sound

    /// Why the store takes no writes; nil: it does.
    var problem: String? {
        guard case .failed(let why, _) = state else { return nil }
        return why
    }

    /// When to try again, if something waits for it.
    var retryAt: Int? {
        guard case .failed(_, let retryAt) = state else { return nil }
        return retryAt
    }

    /// Somebody wants to write at `now`.
    func admit(now: Int) -> Admission {
        switch state {
        case .sound: .write
        case .failed(let why, let retryAt) where now < retryAt && now > retryAt - 2 * Self.pause:
            .refuse(why)
        case .failed: .reopen
        }
    }

    /// A write failed at `now`.
    mutating func failed(_ why: String, now: Int) {
        state = .failed(why: why, retryAt: now + Self.pause)
    }

    /// A commit came through; true: the store had failed before.
    mutating func succeeded() -> Bool {
        defer { state = .sound }
        return state != .sound
    }
}
