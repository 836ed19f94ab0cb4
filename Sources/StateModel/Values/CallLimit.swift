// SPDX-License-Identifier: Apache-2.0

/// A limit on the size of a call, which QuotaExceeded reports by name.
///
/// The limits are part of the interface, and not configurable: clients split larger calls.
package struct CallLimit: Sendable {
    /// The name by which errors report the limit.
    package let name: String
    /// The maximum value.
    package let value: Int

    private init(_ name: String, _ value: Int) {
        self.name = name
        self.value = value
    }

    /// The snapshots of one call of SaveMany.
    package static let snapshots = CallLimit("snapshots-per-call", 500)
    /// The events of one call of AppendMany.
    package static let events = CallLimit("events-per-call", 500)
    /// The items of one call of UndoMany.
    package static let items = CallLimit("items-per-call", 500)
    /// The items of one player's queue.
    package static let queueItems = CallLimit("queue-items", 10_000)
    /// The bytes of the names in one player's queue; a change of the player stays under 1 MiB.
    package static let queueBytes = CallLimit("queue-bytes", 128 << 10)
    /// The items in the queues of all players of a user.
    package static let queuedItems = CallLimit("queued-items", 200_000)
    /// The aliases of one item; a reply with all of them stays under 1 MiB.
    package static let aliases = CallLimit("aliases-per-item", 128)
}

extension CallLimit {
    /// The maximum size of a call, in bytes.
    ///
    /// It is far below the default of `limits.message-size`, for daemons with a smaller limit.
    private static let bytes = 64 << 10
    /// The maximum number of bytes of a call besides its elements.
    private static let envelope = 256

    /// Divides elements into calls within the limit and 64 KiB.
    ///
    /// An element larger than 64 KiB has a call to itself.
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - size: Returns the bytes of an element in the call.
    /// - Returns: The elements of each call.
    package func parts<Element>(
        of elements: [Element],
        size: (Element) -> Int
    ) -> [ArraySlice<Element>] {
        var parts: [ArraySlice<Element>] = []
        var bytes = 0
        for index in elements.indices {
            let added = size(elements[index]) + 1
            bytes += added
            if let part = parts.last, part.count < value, bytes <= Self.bytes {
                parts[parts.count - 1] = elements[part.startIndex...index]
            } else {
                parts.append(elements[index...index])
                bytes = Self.envelope + added
            }
        }
        return parts
    }
}
