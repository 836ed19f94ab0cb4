// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The order of resume points in a list.
enum PointOrder: String, CaseIterable, TextValue {
    /// Most recently observed first, the daemon's order.
    case time
    /// By the shown name.
    case name
    /// The furthest position first.
    case position
    /// Largest played part first; points without a duration last.
    case progress
    /// Least remaining time first; points without a duration last.
    case left
    /// Longest item first; points without a duration last.
    case duration
    /// The next to expire first.
    case expiry

    /// The sort key of a point; a smaller key comes first.
    enum Key: Comparable {
        /// A number.
        case number(Double)
        /// A text.
        case text(String)
    }

    func key(of point: ResumePoint) -> Key {
        let duration = point.duration.flatMap { $0 > 0 ? $0 : nil }
        return switch self {
        case .time: .number(-Double(point.at.rawValue))
        case .name: .text(ItemName.of(point.item, title: point.title).lowercased())
        case .position: .number(-point.distance)
        case .progress: .number(point.share.map(-) ?? .infinity)
        case .left: .number(duration.map { $0 - point.position } ?? .infinity)
        case .duration: .number(duration.map { -$0 } ?? .infinity)
        case .expiry: .number(Double(point.expiresAt.rawValue))
        }
    }
}

/// The first points of a list in an order.
///
/// It uses bounded memory.
struct PointSelection {
    private let order: PointOrder
    private let limit: Int
    private var found: [(key: PointOrder.Key, number: Int, point: ListedPoint)] = []
    private var count = 0

    /// Creates an empty selection of at most `limit` points.
    init(order: PointOrder, limit: Int) {
        self.order = order
        self.limit = limit
    }

    /// The selected points in order; equal ones in the order of arrival.
    var points: [ListedPoint] {
        found.sorted { ($0.key, $0.number) < ($1.key, $1.number) }.map(\.point)
    }

    /// Adds points; those beyond the limit are dropped occasionally.
    mutating func add(_ more: [ListedPoint]) {
        for point in more {
            found.append((order.key(of: point.point), count, point))
            count += 1
        }
        guard found.count / 2 > limit else { return }
        trim()
    }

    /// Drops the points beyond the limit.
    mutating func trim() {
        guard found.count > limit else { return }
        found.sort { ($0.key, $0.number) < ($1.key, $1.number) }
        found.removeLast(found.count - limit)
    }
}
