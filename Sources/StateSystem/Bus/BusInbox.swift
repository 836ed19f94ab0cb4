// SPDX-License-Identifier: Apache-2.0
import Synchronization
import SystemSupport

final class BusInbox: Sendable {
    typealias Job = @Sendable (BusCore) -> Void

    private struct State {
        var jobs: [Job] = []
        var isEnded = false
        var isClosed = false
    }

    /// The descriptor, which is readable while jobs are waiting or once the thread must end.
    var descriptor: Int32 { event.descriptor }
    private let event: EventDescriptor
    private let state = Mutex(State())

    init() throws(SystemError) {
        event = try EventDescriptor()
    }

    func post(_ job: @escaping Job) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isClosed else { return false }
            state.jobs.append(job)
            return true
        }
        if isTaken { event.signal() }
        return isTaken
    }

    func end() {
        state.withLock { $0.isEnded = true }
        event.signal()
    }

    /// Removes and returns the waiting jobs; `nil` if the thread must end.
    func take() -> [Job]? {
        event.clear()
        return state.withLock { state in
            if state.isEnded { return nil }
            defer { state.jobs = [] }
            return state.jobs
        }
    }

    /// Closes the inbox; returns the jobs that were not run.
    func closed() -> [Job] {
        state.withLock { state in
            state.isClosed = true
            defer { state.jobs = [] }
            return state.jobs
        }
    }
}
