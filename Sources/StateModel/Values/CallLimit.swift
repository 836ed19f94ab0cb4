// SPDX-License-Identifier: Apache-2.0

/// A limit that is the same for every daemon; the error QuotaExceeded contains its name.
///
/// The limits are part of the interface and cannot be configured, because clients divide larger
/// calls accordingly.
package struct CallLimit: Sendable {
    package let name: String
    package let value: Int

    private init(_ name: String, _ value: Int) {
        self.name = name
        self.value = value
    }

    package static let snapshots = CallLimit("snapshots-per-call", 500)
    package static let events = CallLimit("events-per-call", 500)
    package static let items = CallLimit("items-per-call", 500)
    package static let queueItems = CallLimit("queue-items", 10_000)
    /// The maximum total size of a queue's names, in bytes, which keeps a change of the player
    /// below 1 MiB.
    package static let queueBytes = CallLimit("queue-bytes", 128 << 10)
    package static let queuedItems = CallLimit("queued-items", 200_000)
    /// The maximum number of aliases of an item, which keeps a reply with all of them below 1 MiB.
    package static let aliases = CallLimit("aliases-per-item", 128)

    package static let all = [
        snapshots, events, items, queueItems, queueBytes, queuedItems, aliases,
    ]
}

extension CallLimit {
    /// The maximum size of a call, in bytes.
    ///
    /// It is far below the default of `limits.message-size`, so that most daemons with a lower
    /// setting accept the call too.
    private static let bytes = 64 << 10
    private static let envelope = 256

    /// Divides elements among calls, within this limit and a size of 64 KiB for each call.
    ///
    /// An element larger than 64 KiB gets a separate call. `size` returns the size of an element in
    /// a call, in bytes.
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
