// SPDX-License-Identifier: Apache-2.0

/// The number of connections to accept in one turn of the loop.
///
/// Connections wait in the order in which they came: who connects behind a hundred others waits until
/// they are accepted, a turn for each few of them. An ordinary one costs little; one that was hung up
/// with calls on it is examined, and calls wait meanwhile. So the number follows the time that it
/// takes. Times are in nanoseconds.
package struct AcceptPace: Sendable {
    /// The least number of connections.
    package static let least = 8
    /// The greatest number of connections.
    package static let most = 64
    /// The time that accepting connections may take in a turn.
    package static let turn = 1_000_000

    /// The number of connections to accept in the next turn.
    package private(set) var count = least
    private let most: Int

    /// Creates a pace that accepts no more than `most` connections in a turn.
    package init(most: Int = AcceptPace.most) {
        self.most = most
    }

    /// Records that so many connections were accepted in a turn, and the time that it took.
    package mutating func accepted(_ accepted: Int, taking time: Int) {
        if time > Self.turn {
            count = max(Self.least, count / 2)
        } else if accepted >= count, time <= Self.turn / 2 {
            count = min(most, count * 2)
        }
    }
}
