// SPDX-License-Identifier: Apache-2.0

/// The limits on requests: how often each client may ask, and how many calls are under way at once.
actor Admission {
    /// The rate at which a client may ask that has not signed in.
    private static let strangers = (perSecond: 5.0, burst: 60)
    /// The most calls at once; each may take a MiB to ask and a MiB to answer.
    private static let mostCalls = 128

    private let clock = ContinuousClock()
    private let start = ContinuousClock.now
    private var clients: RateLimiter
    private var strangers = RateLimiter(
        perSecond: strangers.perSecond,
        burst: strangers.burst
    )
    private var calls = 0

    /// Creates the limits for clients that have signed in.
    init(requestsPerSecond: Int) {
        clients = RateLimiter(perSecond: Double(requestsPerSecond), burst: 4 * requestsPerSecond)
    }

    /// The time since the limits were created.
    var now: Duration { clock.now - start }

    /// Counts a request; returns the time to wait if the client asks too often.
    ///
    /// Programs of this machine may ask as often as over the daemon's socket.
    func wait(for identity: ClientIdentity) -> Duration? {
        switch identity {
        case .local: nil
        case .session: clients.take(identity.key, at: now)
        case .stranger: strangers.take(identity.key, at: now)
        }
    }

    /// Counts a call until ``endCall()``; returns false if too many are under way.
    func beginCall() -> Bool {
        guard calls < Self.mostCalls else { return false }
        calls += 1
        return true
    }

    /// Stops counting a call.
    func endCall() {
        calls -= 1
    }
}
