// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol

/// Work that is too long for one turn of the loop: it gets a slice of each turn until it is done.
protocol Job: AnyObject {
    /// The caller that waits for the job; `nil` if none does.
    var caller: Caller? { get }
    /// True if the job writes, and therefore fails with its batch.
    var writes: Bool { get }
    /// True while another thread works for it, and its next slice is not urgent.
    var isWaiting: Bool { get }
    /// True if it holds much memory until it is done; few such jobs run at a time.
    var isLarge: Bool { get }
    /// True if it continues after its caller has left.
    var outlivesCaller: Bool { get }
    /// Performs one slice; returns the reply once the job is done, or `nil`.
    func step(now: Timestamp) throws(StateError) -> [UInt8]?
    /// Stops the job, because its caller has left.
    func abandon()
}

extension Job {
    /// False, because most jobs only read.
    var writes: Bool { false }
    /// False, because most jobs work on the thread that serves.
    var isWaiting: Bool { false }
    /// False, because most jobs are of use to their caller alone.
    var outlivesCaller: Bool { false }
    /// False, because most jobs keep little from one slice to the next.
    var isLarge: Bool { false }
    /// Does nothing, because most jobs end with their last slice.
    func abandon() {}
}
