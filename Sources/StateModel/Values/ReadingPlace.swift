// SPDX-License-Identifier: Apache-2.0

/// A position in an item that is not measured in seconds, such as a book.
public struct ReadingPlace: Sendable, Hashable {
    /// The part of the item before the position, from 0 to 1; `nil` if it is unknown.
    public var fraction: Double?
    /// The position in the format of the reading program, up to 4 KiB; `nil` if it is unknown.
    ///
    /// It is stored without any change.
    public var locator: String?

    /// Creates a position; returns `nil` if both members are `nil`.
    public init?(fraction: Double? = nil, locator: String? = nil) {
        guard fraction != nil || locator != nil else { return nil }
        (self.fraction, self.locator) = (fraction, locator)
    }
}

/// A value with a position in seconds, a reading place, or both.
package protocol Positioned {
    /// The position, in seconds from the beginning of the item; 0 if only the reading place is
    /// known.
    var position: Double { get }
    var duration: Double? { get }
    var reading: ReadingPlace? { get }
}

extension Positioned {
    /// The fraction of the reading place; `nil` if there is a position in seconds.
    package var onlyFraction: Double? { position == 0 ? reading?.fraction : nil }

    /// True if neither a position in seconds nor a fraction is known, as with a locator alone.
    package var isUnmeasured: Bool { position == 0 && reading != nil && reading?.fraction == nil }

    /// The distance from the beginning of the item in seconds, by which positions in one item are
    /// compared.
    ///
    /// For an item that is not measured in seconds, one percent is taken as a minute.
    package var distance: Double { onlyFraction.map { $0 * 6_000 } ?? position }

    /// The part of the item before the position, from 0 to 1; `nil` if it is unknown.
    package var share: Double? {
        if let onlyFraction { return onlyFraction }
        guard let duration, duration > 0 else { return reading?.fraction }
        return min(1, max(0, position / duration))
    }
}

extension Snapshot: Positioned {}
extension ResumePoint: Positioned {}
