// SPDX-License-Identifier: Apache-2.0
internal import VarlinkNIO

actor Admission {
    /// The rate limit for the clients at one address that have not signed in.
    private static let anonymousClients = (perSecond: 5.0, burst: 60)
    /// The maximum number of concurrent calls, each of which may use 2 MiB for request and reply.
    private static let maximumCalls = 128

    /// The maximum number of concurrent uploads, each of up to 32 MiB.
    private static let maximumUploads = 4

    private let clock = ContinuousClock()
    private let start = ContinuousClock.now
    private var clients: RateLimiter
    private var anonymousClients = RateLimiter(
        perSecond: anonymousClients.perSecond,
        burst: anonymousClients.burst
    )
    private var calls = Quota<String>(limit: maximumCalls, ownerLimit: maximumCalls / 4)
    private var uploads = 0

    /// Creates the limits; the rate applies to each client that has signed in.
    init(requestsPerSecond: Int) {
        clients = RateLimiter(perSecond: Double(requestsPerSecond), burst: 4 * requestsPerSecond)
    }

    var now: Duration { clock.now - start }

    /// Counts a request; returns the time to wait if the client exceeds its rate limit, otherwise
    /// `nil`.
    ///
    /// Programs on this machine are not limited. The requests of an app are delayed and not
    /// refused, and are therefore also counted beyond the limit; with `onlyDelays`, this also
    /// applies to a client that has not signed in.
    func wait(for identity: ClientIdentity, onlyDelays: Bool = false) -> Duration? {
        switch identity {
        case .local: nil
        case .session: clients.take(identity.key, at: now)
        case .client: clients.delay(identity.key, at: now)
        case .anonymous where onlyDelays: anonymousClients.delay(identity.key, at: now)
        case .anonymous: anonymousClients.take(identity.key, at: now)
        }
    }

    /// Counts a call until ``endCall(of:)``; returns false if too many calls are in progress.
    ///
    /// A client that is not local may use a quarter of the calls.
    func beginCall(of identity: ClientIdentity) -> Bool {
        calls.acquire(from: identity.key, isLimited: !identity.isLocal) == .admitted
    }

    func endCall(of identity: ClientIdentity) { calls.release(from: identity.key) }

    func beginUpload() -> Bool {
        guard uploads < Self.maximumUploads else { return false }
        uploads += 1
        return true
    }

    func endUpload() { uploads -= 1 }
}
