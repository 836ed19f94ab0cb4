// SPDX-License-Identifier: Apache-2.0

/// The unused codes, the sessions of browsers, and the clients with passwords.
///
/// All times are in seconds since 1970.
package struct SignInRecord: Equatable, Sendable {
    package struct Code: Equatable, Sendable {
        package var hash: String
        package var expiresAt: Int

        package init(hash: String, expiresAt: Int) {
            self.hash = hash
            self.expiresAt = expiresAt
        }
    }

    package struct Session: Equatable, Sendable {
        package var id: String
        package var hash: String
        /// A description of the client, such as `Firefox on Android`.
        package var label: String
        package var address: String
        package var createdAt: Int
        /// The time of the last request, as last stored.
        package var lastSeenAt: Int
    }

    /// The maximum number of sessions; beyond it, the oldest one ends.
    private static let maximumSessions = 100
    /// The maximum number of unused codes; each attempt is compared with all of them.
    private static let maximumCodes = 5

    /// The codes, in the order of their creation.
    package var codes: [Code] = []
    /// The sessions, in the order of the sign-ins.
    package var sessions: [Session] = []

    package var clients: [Client] = []

    package init() {}

    package mutating func add(_ code: Code) {
        codes = codes.suffix(Self.maximumCodes - 1) + [code]
    }

    package mutating func add(_ session: Session) {
        sessions = sessions.suffix(Self.maximumSessions - 1) + [session]
    }

    /// Removes the code that `matches` accepts; returns false if there is none, or if it has
    /// expired.
    package mutating func redeem(at now: Int, _ matches: (String) -> Bool) -> Bool {
        guard let index = codes.firstIndex(where: { $0.expiresAt > now && matches($0.hash) }) else {
            return false
        }
        codes.remove(at: index)
        return true
    }

    /// Removes expired codes, and sessions that have not been used for `lifetime` seconds.
    ///
    /// A later time than `now` is from a clock that was ahead, and counts as `now`.
    package mutating func removeOld(at now: Int, lifetime: Int) {
        for index in sessions.indices {
            sessions[index].lastSeenAt = min(sessions[index].lastSeenAt, now)
        }
        codes.removeAll { $0.expiresAt <= now }
        sessions.removeAll { $0.lastSeenAt + lifetime <= now }
    }

    /// Removes the sessions with the given names, or all for `nil`; returns the removed sessions.
    package mutating func end(_ ids: Set<String>?) -> [Session] {
        let ended = sessions.filter { ids?.contains($0.id) ?? true }
        sessions.removeAll { ids?.contains($0.id) ?? true }
        return ended
    }
}
