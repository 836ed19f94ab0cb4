// SPDX-License-Identifier: Apache-2.0

/// The calls of one turn: decides if the next call still begins in it.
///
/// Replies are sent when the turn ends, so a light call waits for all calls that follow it in its
/// turn. Times are in nanoseconds.
package struct TurnPlan: Sendable {
    /// The longest time of a turn, as a multiple of the time that it should take.
    package static let longest = 2

    /// The time that the turn should take.
    package let turn: Int
    /// The expected time of the calls so far.
    private var expected = 0
    /// The process whose light calls were carried out; `nil` if there was none.
    private var caller: Int32?
    /// True if light calls of several processes were carried out.
    private var hasSeveralCallers = false
    /// The time of the turn and the processor time when the latter was first read.
    private var reading: (elapsed: Int, processor: Int)?

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
    ///   - processor: reads the processor time of the thread; called only once calls take longer
    ///     than expected.
    /// - Returns: true if the call begins in this turn.
    package mutating func admits(
        _ cost: Int,
        of process: Int32,
        elapsed: Int,
        processor: () -> Int
    ) -> Bool {
        guard expected > 0 else { return true }
        guard cost > CallMeter.light else {
            if elapsed >= turn / 4, reading == nil {
                reading = (elapsed < turn ? elapsed : 0, processor())
            }
            guard elapsed >= turn else { return true }
            guard expected < turn / 3 * 2, elapsed < Self.longest * turn, let reading else {
                return false
            }
            // Each turn has a fixed cost. If the machine is busy, a turn still carries out several
            // calls; if the calls themselves are work, it does not.
            return reading.elapsed + processor() - reading.processor < turn
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
