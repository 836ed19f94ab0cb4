// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The time that calls are charged with in the queue: work, and not time without a processor.
///
/// A thread that the kernel suspends in the middle of a call seems to work for all that time. A
/// connection that is charged with it waits until every other connection has received as much: with a
/// hundred of them, 0.1 s becomes 10 s. Times are in nanoseconds.
package struct CallMeter: Sendable {
    /// The largest multiple of a call's expected time that is charged without a look at the processor.
    package static let tolerance = 4
    /// The expected time up to which a call counts as light: nothing in it can take long.
    package static let light = 100_000

    /// The processor time of the thread at the last reading of this turn.
    private var reading: Int?
    /// The time charged since the last reading.
    private var charged = 0

    /// Creates a meter.
    package init() {}

    /// Starts a turn.
    package mutating func begin() {
        reading = nil
    }

    /// Prepares for a call.
    ///
    /// Reading the time is a system call, and most turns carry out light calls alone: the first
    /// heavy call of a turn reads it.
    ///
    /// - Parameters:
    ///   - cost: the expected time of the call.
    ///   - processor: reads the processor time of the thread.
    package mutating func prepare(expecting cost: Int, processor: () -> Int) {
        guard cost > Self.light, reading == nil else { return }
        reading = processor()
        charged = 0
    }

    /// Returns the time to charge for a call.
    ///
    /// - Parameters:
    ///   - time: the time between the beginning and the end of the call.
    ///   - cost: the expected time.
    ///   - processor: reads the processor time of the thread; called only for a heavy call that took
    ///     much longer than expected.
    /// - Returns: the time, which is never longer than the call took.
    package mutating func charge(_ time: Int, expecting cost: Int, processor: () -> Int) -> Int {
        let limit = Self.tolerance * cost
        var charge = min(time, limit)
        if time > limit, let last = reading, cost > Self.light {
            let now = processor()
            charge = min(time, max(limit, now - last - charged))
            reading = now
            charged = 0
        } else {
            charged += charge
        }
        return charge
    }

    /// Returns the processor time of the current thread.
    package static func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
