// SPDX-License-Identifier: Apache-2.0

/// The decision when freed memory is returned to the system.
///
/// The allocator keeps what is freed. Returning it takes milliseconds, in which no client is
/// served. So it is done at most once a second, after much has passed through the buffers, and only
/// if it is worth it. Sizes are in bytes.
package struct MemoryRelief {
    /// The bytes that pass through the buffers before the free memory is looked at.
    package static let traffic = 8 << 20
    /// The idle memory, beyond what stayed idle the last time, that is worth returning.
    package static let worthwhile = 24 << 20

    private var moved = 0
    private var isWatching = false
    /// The least idle memory seen since memory was last returned.
    private var floor = 0

    /// Creates a decision that has seen nothing.
    package init() {}

    /// Records that bytes passed through the buffers; returns true to call ``look(idle:)`` after a
    /// second.
    package mutating func moved(_ bytes: Int) -> Bool {
        moved += bytes
        guard moved >= Self.traffic, !isWatching else { return false }
        isWatching = true
        return true
    }

    /// Decides if memory is to be returned; call ``returned(idle:)`` then.
    ///
    /// The size that the allocator calls free is no measure: the system has some of it already.
    ///
    /// - Parameter idle: the memory that the process holds and has not allocated.
    /// - Returns: true if it is worth it.
    package mutating func look(idle: Int) -> Bool {
        floor = min(floor, idle)
        return idle - floor >= Self.worthwhile
    }

    /// Records the memory that is still idle after some was returned.
    ///
    /// It lies between pieces in use, or is no memory of the allocator.
    package mutating func returned(idle: Int) {
        floor = idle
    }

    /// Returns true to look again after a second, because bytes have moved since the last look.
    package mutating func looksAgain() -> Bool {
        isWatching = moved > 0
        moved = 0
        return isWatching
    }
}
