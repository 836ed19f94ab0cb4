// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol

/// Work that is too long for one turn of the loop, done in slices.
protocol Job: AnyObject {
    /// The waiting caller; `nil` if there is none.
    var caller: Caller? { get }
    /// True if the job writes, and therefore fails if its batch fails.
    var writes: Bool { get }
    /// True while the job waits for another thread, so that its next slice is not urgent.
    var isWaiting: Bool { get }
    /// True if the job keeps much memory between slices; only a few such jobs run at a time.
    ///
    /// A job that becomes large during a slice keeps nothing until it is its turn again.
    var isLarge: Bool { get }
    /// True if the job continues after its caller has disconnected.
    var outlivesCaller: Bool { get }
    /// Performs one slice; returns the reply once the job is done, otherwise `nil`.
    func step(now: Timestamp) throws(StateError) -> [UInt8]?
    /// Stops the job, because its caller has disconnected.
    func abandon()
}

extension Job {
    /// False, because most jobs only read.
    var writes: Bool { false }
    /// False, because most jobs work on the loop's thread.
    var isWaiting: Bool { false }
    /// False, because most jobs are useful only to their caller.
    var outlivesCaller: Bool { false }
    /// False, because most jobs use little memory between slices.
    var isLarge: Bool { false }
    /// Does nothing, because most jobs need no cleanup.
    func abandon() {}
}
