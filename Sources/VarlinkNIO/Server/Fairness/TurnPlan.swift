// SPDX-License-Identifier: Apache-2.0

/// The calls of one turn: decides if the next call still begins in it.
///
/// Replies are sent when the turn ends, so a light call waits for all calls that follow it in its
/// turn. Times are in nanoseconds.
package struct TurnPlan: Sendable {
    /// The longest time of a turn, as a multiple of the time that it should take.
    package static let patience = 4

    /// The time that the turn should take.
    package let turn: Int
    /// The expected time of the calls so far.
    private var expected = 0
    /// The process whose light calls were carried out; `nil` if there was none.
    private var caller: Int32?
    /// True if light calls of several processes were carried out.
    private var hasSeveralCallers = false

    /// Creates the plan of a turn that takes the given time.
    package init(turn: Int) {
        self.turn = turn
    }

    /// Decides about the next call.
    ///
    /// - Parameters:
    ///   - cost: the expected time of the call.
    ///   - process: the calling process.
    ///   - elapsed: the time since the turn began.
    /// - Returns: true if the call begins in this turn.
    package func admits(_ cost: Int, of process: Int32, elapsed: Int) -> Bool {
        guard expected > 0 else { return true }
        guard cost > CallMeter.light else {
            // Each turn has a fixed cost. If calls take longer than expected, as on a busy machine,
            // a turn still carries out several of them.
            return elapsed < turn || expected < turn / 3 * 2 && elapsed < Self.patience * turn
        }
        // The replies of others are sent before a call that may take long.
        return elapsed < turn && cost <= turn && !hasLightCalls(besides: process)
    }

    private func hasLightCalls(besides process: Int32) -> Bool {
        guard let caller else { return false }
        return hasSeveralCallers || caller != process
    }

    /// Records that a call begins.
    package mutating func begins(_ cost: Int, of process: Int32) {
        expected += cost
        guard cost <= CallMeter.light else { return }
        if let caller, caller != process { hasSeveralCallers = true }
        caller = process
    }
}
