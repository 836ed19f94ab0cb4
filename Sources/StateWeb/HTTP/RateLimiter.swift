// SPDX-License-Identifier: Apache-2.0

/// A rate limit per client, implemented as a token bucket.
package struct RateLimiter: Sendable {
    private struct Bucket {
        var tokens: Double
        var time: Duration
    }

    /// The maximum number of remembered clients; clients with full buckets are forgotten first.
    private static let maximumClients = 4_096

    private let perSecond: Double
    private let burst: Double
    private var buckets: [String: Bucket] = [:]

    /// Creates a limiter of a sustained rate; `burst` is the number of requests that are allowed at
    /// once.
    package init(perSecond: Double, burst: Int) {
        self.perSecond = perSecond
        self.burst = Double(burst)
    }

    /// Takes a token from the client's bucket; if it is empty, returns the time until the next
    /// token.
    package mutating func take(_ client: String, at now: Duration) -> Duration? {
        var bucket = current(client, at: now)
        defer { buckets[client] = bucket }
        guard bucket.tokens < 1 else {
            bucket.tokens -= 1
            return nil
        }
        return .milliseconds(Int64(((1 - bucket.tokens) / perSecond * 1_000).rounded(.up)))
    }

    /// Takes a token from the client's bucket; if it is empty, takes a future token.
    ///
    /// Returns the time until that token is available, at most 10 s.
    package mutating func delay(_ client: String, at now: Duration) -> Duration? {
        var bucket = current(client, at: now)
        bucket.tokens = max(bucket.tokens - 1, -10 * perSecond)
        buckets[client] = bucket
        return bucket.tokens < 0 ? .seconds(-bucket.tokens / perSecond) : nil
    }

    package func isFull(_ client: String, at now: Duration) -> Bool {
        buckets[client].map { refilled($0, at: now).tokens >= burst } ?? true
    }

    private mutating func current(_ client: String, at now: Duration) -> Bucket {
        guard let bucket = buckets[client] else {
            if buckets.count >= Self.maximumClients { forgetFull(at: now) }
            return Bucket(tokens: burst, time: now)
        }
        return refilled(bucket, at: now)
    }

    private func refilled(_ bucket: Bucket, at now: Duration) -> Bucket {
        let seconds = max(.zero, now - bucket.time) / .seconds(1)
        return Bucket(tokens: min(burst, bucket.tokens + seconds * perSecond), time: now)
    }

    /// Forgets the clients with full buckets and, if that is not enough, the half of the clients
    /// that have been inactive for the longest time.
    private mutating func forgetFull(at now: Duration) {
        buckets = buckets.filter { refilled($0.value, at: now).tokens < burst }
        guard buckets.count >= Self.maximumClients else { return }
        let newest = buckets.sorted { $0.value.time > $1.value.time }.prefix(
            Self.maximumClients / 2
        )
        buckets = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }

    package mutating func refund(_ client: String) {
        guard var bucket = buckets[client] else { return }
        bucket.tokens = min(burst, bucket.tokens + 1)
        buckets[client] = bucket
    }
}
