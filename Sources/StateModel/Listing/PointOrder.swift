// SPDX-License-Identifier: Apache-2.0

package enum PointOrder: String, CaseIterable, Sendable {
    /// Most recently observed first.
    case time
    /// By displayed name, regardless of case and accents; numbers within names are compared by
    /// value.
    case name
    /// Furthest position first.
    case position
    /// Largest played fraction first; points whose fraction is unknown last.
    case progress
    /// Least remaining time first; points without a duration last.
    case left
    /// Longest item first; points without a duration last.
    case duration
    /// Next expiry first.
    case expiry

    /// The sort key of a point; the point with the smallest key comes first.
    package enum Key: Equatable, Sendable {
        case number(Double)
        /// A text in UTF-8, ordered by its bytes.
        case text([UInt8])
    }
}

package struct PointPlace: Comparable, Sendable {
    package let key: PointOrder.Key
    package let at: Timestamp
    /// The number that decides the order of points observed at the same time.
    package let number: Int

    package init(key: PointOrder.Key, at: Timestamp, number: Int) {
        self.key = key
        self.at = at
        self.number = number
    }

    /// The first bytes of a text; they decide most comparisons, without copying the texts.
    fileprivate var rank: UInt128 {
        guard case .text(let text) = key else { return 0 }
        return (0..<16).reduce(0) { $0 << 8 | UInt128($1 < text.count ? text[$1] : 0) }
    }

    package static func < (one: PointPlace, other: PointPlace) -> Bool {
        switch (one.key, other.key) {
        case (.number(let key), .number(let next)) where key != next: key < next
        case (.text(let key), .text(let next)) where key != next:
            key.lexicographicallyPrecedes(next)
        default: (other.at, one.number) < (one.at, other.number)
        }
    }
}

/// The first points of a list, selected from any number of points in any order.
///
/// The selection holds at most about twice as many points as its limit. Of points with equal keys,
/// the most recently observed one comes first.
package struct PointSelection<Point> {
    package let order: PointOrder
    private let limit: Int
    private let start: PointPlace?
    private var text = SearchText()
    /// The place of each point in `found`; sorting the places alone copies no point.
    private var places: [PointPlace] = []
    private var found: [Point] = []

    package init(order: PointOrder, limit: Int, after start: PointPlace? = nil) {
        self.order = order
        self.limit = limit
        self.start = start
    }

    package var count: Int { found.count }
    package var isFirstPage: Bool { start == nil }

    package var points: [(place: PointPlace, point: Point)] {
        let places = places
        let ranks = places.map(\.rank)
        let order = places.indices.sorted {
            ranks[$0] == ranks[$1] ? places[$0] < places[$1] : ranks[$0] < ranks[$1]
        }
        return order.prefix(limit).map { (places[$0], found[$0]) }
    }

    /// Adds a point if it comes after the start; discards the last points once there are too many.
    ///
    /// `value` determines the place of `point`; `number` decides between points observed at the
    /// same time.
    package mutating func add(_ point: Point, _ value: ResumePoint, number: Int) {
        let place = PointPlace(key: key(of: value), at: value.at, number: number)
        if let start, place <= start { return }
        places.append(place)
        found.append(point)
        guard found.count / 2 > limit else { return }
        let first = points
        places = first.map(\.place)
        found = first.map(\.point)
    }

    private mutating func key(of point: ResumePoint) -> PointOrder.Key {
        let duration = point.duration.flatMap { $0 > 0 ? $0 : nil }
        return switch order {
        case .time: .number(-Double(point.at.rawValue))
        case .name: .text(name(of: point))
        case .position: .number(-point.distance)
        case .progress: .number(point.share.map(-) ?? .infinity)
        case .left: .number(duration.map { $0 - point.position } ?? .infinity)
        case .duration: .number(duration.map { -$0 } ?? .infinity)
        case .expiry: .number(Double(point.expiresAt.rawValue))
        }
    }

    /// Returns the sort key of the displayed name; each number follows the number of its digits, so
    /// that numbers are compared by value.
    private mutating func name(of point: ResumePoint) -> [UInt8] {
        let title = point.title.flatMap { $0.isEmpty ? nil : $0 }
        let name = text.folded(title ?? ItemPath.tail(of: point.item).text)
        var key: [UInt8] = []
        key.reserveCapacity(name.count + 8)
        var index = 0
        while index < name.count {
            guard (0x30...0x39).contains(name[index]) else {
                key.append(name[index])
                index += 1
                continue
            }
            let end = name[index...].firstIndex { !(0x30...0x39).contains($0) } ?? name.count
            let number = name[index..<end].drop { $0 == 0x30 }
            // The digit 9 announces another digit of the length, so lengths are unlimited.
            key += Array(repeating: 0x39, count: number.count / 9)
            key.append(0x30 + UInt8(number.count % 9))
            key += number
            index = end
        }
        return key
    }
}
