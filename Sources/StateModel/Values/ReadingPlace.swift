// SPDX-License-Identifier: Apache-2.0

/// A place in an item that has no seconds, such as a book.
public struct ReadingPlace: Sendable, Hashable {
    /// The part of the item that lies before the place, from 0 to 1; `nil` if it is not known.
    public var fraction: Double?
    /// The place in the reading program's own form, kept verbatim; at most 4 KiB.
    public var locator: String?

    /// Creates a place; `nil` if both members are `nil`.
    public init?(fraction: Double? = nil, locator: String? = nil) {
        guard fraction != nil || locator != nil else { return nil }
        (self.fraction, self.locator) = (fraction, locator)
    }
}

/// A value with a position: in seconds, as a place for reading, or both.
package protocol Positioned {
    /// Seconds from the item's beginning; 0 if only the reading place is known.
    var position: Double { get }
    /// The item's length in seconds, if known.
    var duration: Double? { get }
    /// The place in an item that has no seconds.
    var reading: ReadingPlace? { get }
}

extension Positioned {
    /// The fraction, if the place has no position in seconds.
    package var onlyFraction: Double? { position == 0 ? reading?.fraction : nil }

    /// True if the distance from the beginning is unknown, as with a locator alone.
    package var isUnmeasured: Bool { position == 0 && reading != nil && reading?.fraction == nil }

    /// The distance from the item's beginning in seconds, for comparing positions in one item.
    ///
    /// One percent of an item without seconds counts as a minute.
    package var distance: Double { onlyFraction.map { $0 * 6_000 } ?? position }

    /// The part of the item that lies before the position, from 0 to 1; `nil` if it is not known.
    package var share: Double? {
        if let onlyFraction { return onlyFraction }
        guard let duration, duration > 0 else { return reading?.fraction }
        return min(1, max(0, position / duration))
    }
}

extension Snapshot: Positioned {}
extension ResumePoint: Positioned {}
