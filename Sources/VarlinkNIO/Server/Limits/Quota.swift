// SPDX-License-Identifier: Apache-2.0

/// A quota for open objects, in total and per owner.
package struct Quota<Owner: Hashable & Sendable>: Sendable {
    /// The decision about a new object.
    package enum Admission {
        /// The object is admitted and counted.
        case admitted
        /// The total limit is reached.
        case full
        /// The owner's limit is reached.
        case ownerFull
    }

    private let limit: Int
    private let ownerLimit: Int
    private var byOwner: [Owner: Int] = [:]

    /// The number of open objects.
    private(set) var count = 0

    /// Creates an unused quota.
    package init(limit: Int, ownerLimit: Int) {
        self.limit = limit
        self.ownerLimit = ownerLimit
    }

    /// Decides about a new object, and counts it if it is admitted.
    package mutating func came(from owner: Owner) -> Admission {
        guard count < limit else { return .full }
        guard byOwner[owner, default: 0] < ownerLimit else { return .ownerFull }
        count += 1
        byOwner[owner, default: 0] += 1
        return .admitted
    }

    /// Removes a closed object.
    package mutating func went(from owner: Owner) {
        count -= 1
        let left = byOwner[owner, default: 0] - 1
        byOwner[owner] = left > 0 ? left : nil
    }
}
