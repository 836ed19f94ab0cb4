// SPDX-License-Identifier: Apache-2.0

/// A quota: it counts what is open, in total and by owner.
package struct Quota<Owner: Hashable & Sendable>: Sendable {
    /// The decision about something new.
    package enum Admission {
        /// It is admitted and counted.
        case admitted
        /// There is too much in total.
        case full
        /// The owner has too much.
        case ownerFull
    }

    private let limit: Int
    private let ownerLimit: Int
    private var byOwner: [Owner: Int] = [:]

    /// The number of what is open.
    private(set) var count = 0

    /// Creates a quota of which nothing is used.
    package init(limit: Int, ownerLimit: Int) {
        self.limit = limit
        self.ownerLimit = ownerLimit
    }

    /// Decides about something new, and counts it if it is admitted.
    package mutating func came(from owner: Owner) -> Admission {
        guard count < limit else { return .full }
        guard byOwner[owner, default: 0] < ownerLimit else { return .ownerFull }
        count += 1
        byOwner[owner, default: 0] += 1
        return .admitted
    }

    /// Removes something counted that was closed.
    package mutating func went(from owner: Owner) {
        count -= 1
        let left = byOwner[owner, default: 0] - 1
        byOwner[owner] = left > 0 ? left : nil
    }
}
