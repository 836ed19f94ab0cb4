import CLinux
import Glibc
import Synchronization

/// Work for the thread of a bus connection, and what wakes it up.
final class BusInbox: Sendable {
    /// Something to be done on the thread.
    typealias Job = @Sendable (BusCore) -> Void

    private struct State {
        var jobs: [Job] = []
        var isEnded = false
        var isClosed = false
    }

    /// Readable while something waits.
    let descriptor: Int32
    private let state = Mutex(State())

    /// An inbox with nothing in it.
    init() throws(SystemError) {
        descriptor = try checked("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
    }

    deinit {
        close(descriptor)
    }

    /// Leaves work for the thread; false: it does none any more.
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

    /// Takes out what waits; nil: the thread is to end.
    func take() -> [Job]? {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        return state.withLock { state in
            if state.isEnded { return nil }
            defer { state.jobs = [] }
            return state.jobs
        }
    }

    /// Takes no more work, and hands out what was left over.
    func closed() -> [Job] {
        state.withLock { state in
            state.isClosed = true
            defer { state.jobs = [] }
            return state.jobs
        }
    }
}
