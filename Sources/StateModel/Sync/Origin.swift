/// One life of one device: what numbers and clocks count within.
///
/// A restored backup, a copied store or a changed machine begins a new incarnation, so that no
/// number is ever used twice. The device's name is a label and means nothing here.
package struct Origin: Sendable, Hashable {
    /// Drawn at random when the store was made.
    package let device: UInt64
    /// Counts the device's lives, the first being 1.
    package let incarnation: Int

    /// The origin with both its members.
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
    /// Sixteen hexadecimal digits and the incarnation: `00c0ffee00c0ffee-1`.
    package var description: String {
        let digits = String(device, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits + "-\(incarnation)"
    }

    /// The origin of such a text; nil: it is none.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 16,
            let device = UInt64(parts[0], radix: 16), let incarnation = Int(parts[1]),
            incarnation > 0
        else { return nil }
        self.init(device: device, incarnation: incarnation)
    }
}

/// One attempt to tell the remote something: it stays the same however often it is sent.
package struct Operation: Sendable, Hashable {
    /// Who sends it.
    package let origin: Origin
    /// Its number among all that the origin ever sent, the first being 1.
    package let number: Int

    /// The operation with both its members.
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

/// Names one write of one item among those of all devices, and puts them in order.
///
/// An origin's key for an item rises with every write, so no two writes of an item share a stamp.
package struct Stamp: Sendable, Hashable {
    /// The hybrid logical clock's reading at the write.
    package let key: OrderKey
    /// Where the write happened.
    package let origin: Origin

    /// The stamp with both its members.
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
