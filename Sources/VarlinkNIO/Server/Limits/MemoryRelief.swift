// SPDX-License-Identifier: Apache-2.0

/// The decision when freed memory is returned to the system.
///
/// The allocator keeps what is freed. Returning it takes milliseconds, in which nobody is served, so
/// it is done at most once a second, after much has passed through the buffers, and only if it is
/// worth it. Sizes are in bytes.
package struct MemoryRelief {
    /// The bytes that pass through the buffers before the free memory is looked at.
    package static let traffic = 8 << 20
    /// The free memory, and the growth since the last time, that is worth returning.
    package static let worthwhile = 24 << 20

    private var moved = 0
    private var isWatching = false
    /// The least memory that the process was seen to hold since it last returned some.
    private var floor = 0

    /// Creates a decision that has seen nothing.
    package init() {}

    /// Records that bytes passed through the buffers; returns true to call ``look(free:resident:)``
    /// after a second.
    package mutating func moved(_ bytes: Int) -> Bool {
        moved += bytes
        guard moved >= Self.traffic, !isWatching else { return false }
        isWatching = true
        return true
    }

    /// Decides if memory is to be returned; call ``returned(resident:)`` then.
    ///
    /// The allocator counts memory as free that the system has already. Only what the process holds
    /// tells that it was used again since.
    ///
    /// - Parameters:
    ///   - free: the memory that was freed, whether it was returned or not.
    ///   - resident: the memory that the process holds.
    /// - Returns: true if it is worth it.
    package mutating func look(free: Int, resident: Int) -> Bool {
        floor = min(floor, resident)
        return free >= Self.worthwhile && resident - floor >= Self.worthwhile
    }

    /// Records the memory that the process still holds after some was returned.
    package mutating func returned(resident: Int) {
        floor = resident
    }

    /// Returns true to look again after a second, because bytes have moved since the last look.
    package mutating func looksAgain() -> Bool {
        isWatching = moved > 0
        moved = 0
        return isWatching
    }
}
