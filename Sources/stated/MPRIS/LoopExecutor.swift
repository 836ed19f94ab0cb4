// SPDX-License-Identifier: Apache-2.0
import SystemSupport

/// An executor that runs the bus client's tasks on the thread of the bridge's loop.
///
/// Swift's thread pool wakes up every second, but this program must sleep while no player plays.
final class LoopExecutor: TaskExecutor {
    /// The descriptor, which is readable while jobs are waiting.
    var descriptor: Int32 { event.descriptor }
    private let event: EventDescriptor
    private let waiting = Mailbox<UnownedJob>()

    init() throws(SystemError) {
        event = try EventDescriptor()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        waiting.post(UnownedJob(job))
        event.signal()
    }

    func run() {
        event.clear()
        for job in waiting.take() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
