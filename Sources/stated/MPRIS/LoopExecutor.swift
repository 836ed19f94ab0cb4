// SPDX-License-Identifier: Apache-2.0
import Synchronization
import SystemSupport

/// An executor that runs the bus client's tasks on the thread of the bridge's loop.
///
/// Swift's thread pool wakes up every second, but this program must sleep while no player plays.
final class LoopExecutor: TaskExecutor {
    /// The descriptor, which is readable while jobs are waiting.
    var descriptor: Int32 { event.descriptor }
    private let event: EventDescriptor
    private let waiting = Mutex<[UnownedJob]>([])

    init() throws(SystemError) {
        event = try EventDescriptor()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        waiting.withLock { $0.append(job) }
        event.signal()
    }

    func run() {
        event.clear()
        let jobs = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

final class Mailbox: Sendable {
    private let waiting = Mutex<[BusEvent]>([])

    func post(_ event: BusEvent) {
        waiting.withLock { $0.append(event) }
    }

    func take() -> [BusEvent] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
