// SPDX-License-Identifier: Apache-2.0

/// A limit on the number of open objects, in total and for each owner.
package struct Quota<Owner: Hashable & Sendable>: Sendable {
    package enum Admission {
        /// The object may be opened, and was counted.
        case admitted
        case full
        case ownerFull
    }

    private let limit: Int
    private let ownerLimit: Int
    private var byOwner: [Owner: Int] = [:]

    private(set) var count = 0

    package init(limit: Int, ownerLimit: Int) {
        self.limit = limit
        self.ownerLimit = ownerLimit
    }

    /// Counts an object of an owner, for whom `isLimited` may lift the owner's limit.
    package mutating func acquire(from owner: Owner, isLimited: Bool = true) -> Admission {
        guard count < limit else { return .full }
        guard !isLimited || byOwner[owner, default: 0] < ownerLimit else { return .ownerFull }
        count += 1
        byOwner[owner, default: 0] += 1
        return .admitted
    }

    package mutating func release(from owner: Owner) {
        count -= 1
        let left = byOwner[owner, default: 0] - 1
        byOwner[owner] = left > 0 ? left : nil
    }
}
