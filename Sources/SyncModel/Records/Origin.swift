// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// An incarnation of a device, within which operation numbers are unique, and order keys are unique
/// for each item.
///
/// A restored backup, a copied store, or a move to another machine begins a new incarnation, so
/// that no number is used twice. The device's name is only a label.
package struct Origin: Sendable, Hashable {
    package let device: UInt64
    package let incarnation: Int

    package init(device: UInt64, incarnation: Int) {
        self.device = device
        self.incarnation = incarnation
    }
}

extension Origin: Comparable {
    package static func < (one: Origin, other: Origin) -> Bool {
        (one.device, one.incarnation) < (other.device, other.incarnation)
    }
}

extension Origin: CustomStringConvertible {
    /// The origin as text: sixteen hexadecimal digits and the incarnation, such as
    /// `00c0ffee00c0ffee-1`.
    package var description: String { "\(device.hexadecimal)-\(incarnation)" }

    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 16,
            let device = UInt64(parts[0], radix: 16), let incarnation = Int(parts[1]),
            incarnation > 0, RecordCount.range.contains(incarnation)
        else { return nil }
        self.init(device: device, incarnation: incarnation)
    }
}

/// The identity of a record, which is the same in all attempts to send the record.
package struct Operation: Sendable, Hashable {
    package let origin: Origin
    /// The number of the operation among those of the origin, counted from 1.
    package let number: Int

    package init(origin: Origin, number: Int) {
        self.origin = origin
        self.number = number
    }
}

extension Operation: Comparable {
    package static func < (one: Operation, other: Operation) -> Bool {
        (one.origin, one.number) < (other.origin, other.number)
    }
}

/// The identity of a write, which also orders the writes of all devices.
///
/// Within an origin, the order key rises with every write of an item, so no two writes of an item
/// have the same stamp.
package struct Stamp: Sendable, Hashable {
    package let key: OrderKey
    package let origin: Origin

    package init(key: OrderKey, origin: Origin) {
        self.key = key
        self.origin = origin
    }
}

extension Stamp: Comparable {
    package static func < (one: Stamp, other: Stamp) -> Bool {
        one.key == other.key ? one.origin < other.origin : one.key < other.key
    }
}
