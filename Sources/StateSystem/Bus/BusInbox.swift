import CLinux
import Glibc
import Synchronization

/// The work for the thread of a bus connection, with the descriptor that wakes the thread.
final class BusInbox: Sendable {
    /// A piece of work, to be run on the thread.
    typealias Job = @Sendable (BusCore) -> Void

    private struct State {
        var jobs: [Job] = []
        var isEnded = false
        var isClosed = false
    }

    /// A descriptor that is readable while work waits.
    let descriptor: Int32
    private let state = Mutex(State())

    /// Creates an empty inbox.
    init() throws(SystemError) {
        descriptor = try checked("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
    }

    deinit {
        close(descriptor)
    }

    /// Adds work for the thread; returns false if it accepts none any more.
    func post(_ job: @escaping Job) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isClosed else { return false }
            state.jobs.append(job)
            return true
        }
        if isTaken { eventfd_write(descriptor, 1) }
        return isTaken
    }

    /// Asks the thread to end.
    func end() {
        state.withLock { $0.isEnded = true }
        eventfd_write(descriptor, 1)
    }

    /// Removes and returns the waiting work; `nil` if the thread is to end.
    func take() -> [Job]? {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        return state.withLock { state in
            if state.isEnded { return nil }
            defer { state.jobs = [] }
            return state.jobs
        }
    }

    /// Closes the inbox and returns the remaining work.
    func closed() -> [Job] {
        state.withLock { state in
            state.isClosed = true
            defer { state.jobs = [] }
            return state.jobs
        }
    }
}
