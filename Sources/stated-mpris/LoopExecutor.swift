import CLinux
import Glibc
import Synchronization

/// Runs the tasks that wait for the bus on the loop's own thread, between two waits of the loop.
///
/// The threads that Swift would give them are looked after once a second for as long as the program
/// runs; this one has to sleep while nobody plays.
final class LoopExecutor: TaskExecutor {
    /// Readable while something is to be run.
    let descriptor: Int32
    private let waiting = Mutex<[UnownedJob]>([])

    /// An executor with nothing to run; nil: the system has no descriptor to give.
    init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        if descriptor < 0 { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        waiting.withLock { $0.append(job) }
        eventfd_write(descriptor, 1)
    }

    /// Runs what is there to run.
    func run() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        let jobs = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

/// What tasks leave for the loop.
final class Mailbox: Sendable {
    private let waiting = Mutex<[BusNews]>([])

    /// Leaves news.
    func post(_ news: BusNews) {
        waiting.withLock { $0.append(news) }
    }

    /// Takes out what waits.
    func take() -> [BusNews] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
