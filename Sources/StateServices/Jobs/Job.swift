// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol

/// Work that takes longer than a turn of the loop, and is therefore done in slices.
protocol Job: AnyObject {
    var caller: Caller? { get }
    /// True if the job writes; such a job fails if the commit of its batch fails.
    var writes: Bool { get }
    /// True while a slice would have nothing to do, for example because another thread works for
    /// the job.
    var isWaiting: Bool { get }
    /// True if the job keeps much memory between slices; only a few such jobs run at a time.
    ///
    /// A job that becomes large during a slice must release its memory, and starts again when there
    /// is room for another large job.
    var isLarge: Bool { get }
    var outlivesCaller: Bool { get }
    /// Performs one slice; returns the reply once the job is done, and `nil` before.
    func step(now: Timestamp) throws(StateError) -> [UInt8]?
    /// Stops the job early, for example because its caller has disconnected.
    func abandon()
}

extension Job {
    var writes: Bool { false }
    var isWaiting: Bool { false }
    var outlivesCaller: Bool { false }
    var isLarge: Bool { false }
    /// Does nothing, because most jobs have nothing to clean up.
    func abandon() {}
}
