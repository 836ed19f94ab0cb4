// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// One incarnation of one device: the scope of its numbers and clocks.
///
/// A restored backup, a copied store or a move to another machine begins a new incarnation, so that
/// no number is ever used twice. The device's name is only a label.
package struct Origin: Sendable, Hashable {
    /// The device's random ID.
    package let device: UInt64
    /// The number of the device's incarnation, starting at 1.
    package let incarnation: Int

    /// Creates the origin from its members.
    package init(device: UInt64, incarnation: Int) {
        self.device = device
        self.incarnation = incarnation
    }
}

extension Origin: Comparable {
    /// Returns true if `one` comes before `other`.
    package static func < (one: Origin, other: Origin) -> Bool {
        (one.device, one.incarnation) < (other.device, other.incarnation)
    }
}

extension Origin: CustomStringConvertible {
    /// The origin as text, sixteen hexadecimal digits and the incarnation: `00c0ffee00c0ffee-1`.
    package var description: String { "\(device.hexadecimal)-\(incarnation)" }

    /// Parses an origin; `nil` if the text is malformed.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 16,
            let device = UInt64(parts[0], radix: 16), let incarnation = Int(parts[1]),
            incarnation > 0, RecordCount.range.contains(incarnation)
        else { return nil }
        self.init(device: device, incarnation: incarnation)
    }
}

/// A record's unique number, which is the same for every attempt to send it.
package struct Operation: Sendable, Hashable {
    /// The sender.
    package let origin: Origin
    /// The number of the operation among those of its origin, starting at 1.
    package let number: Int

    /// Creates the operation from its members.
    package init(origin: Origin, number: Int) {
        self.origin = origin
        self.number = number
    }
}

extension Operation: Comparable {
    /// Returns true if `one` comes before `other`.
    package static func < (one: Operation, other: Operation) -> Bool {
        (one.origin, one.number) < (other.origin, other.number)
    }
}

/// The identity of a write among the writes of all devices, which also orders them.
///
/// An origin's key for an item rises with every write, so no two writes of an item share a stamp.
package struct Stamp: Sendable, Hashable {
    /// The hybrid logical clock's reading at the time of the write.
    package let key: OrderKey
    /// The device where the write happened.
    package let origin: Origin

    /// Creates the stamp from its members.
    package init(key: OrderKey, origin: Origin) {
        self.key = key
        self.origin = origin
    }
}

extension Stamp: Comparable {
    /// Returns true if `one` comes before `other`.
    package static func < (one: Stamp, other: Stamp) -> Bool {
        one.key == other.key ? one.origin < other.origin : one.key < other.key
    }
}
