// SPDX-License-Identifier: Apache-2.0
import Synchronization
import SystemSupport

/// The queue of work for the thread of a bus connection, with a descriptor that wakes the thread.
final class BusInbox: Sendable {
    /// A piece of work, which runs on the thread.
    typealias Job = @Sendable (BusCore) -> Void

    private struct State {
        var jobs: [Job] = []
        var isEnded = false
        var isClosed = false
    }

    /// The descriptor, which is readable while work is waiting.
    var descriptor: Int32 { event.descriptor }
    private let event: EventDescriptor
    private let state = Mutex(State())

    init() throws(SystemError) {
        event = try EventDescriptor()
    }

    /// Adds a piece of work; returns false if the inbox is closed.
    func post(_ job: @escaping Job) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isClosed else { return false }
            state.jobs.append(job)
            return true
        }
        if isTaken { event.signal() }
        return isTaken
    }

    /// Tells the thread to end.
    func end() {
        state.withLock { $0.isEnded = true }
        event.signal()
    }

    /// Removes and returns the work that waits; `nil` if the thread must end.
    func take() -> [Job]? {
        event.clear()
        return state.withLock { state in
            if state.isEnded { return nil }
            defer { state.jobs = [] }
            return state.jobs
        }
    }

    /// Closes the inbox, and returns the work that was not done.
    func closed() -> [Job] {
        state.withLock { state in
            state.isClosed = true
            defer { state.jobs = [] }
            return state.jobs
        }
    }
}
