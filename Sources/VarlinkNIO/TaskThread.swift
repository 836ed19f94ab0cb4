// SPDX-License-Identifier: Apache-2.0
package import NIOCore
import NIOPosix

/// A thread that runs tasks in place of the process's thread pool.
///
/// Once used, the pool wakes up every second for the life of the process; this thread wakes up only
/// for work.
package final class TaskThread: TaskExecutor {
    private let loop: any EventLoop

    /// Creates an executor that runs tasks on the thread of a loop.
    package init(_ loop: any EventLoop) {
        self.loop = loop
    }

    /// Runs `body` and its child tasks on a new thread.
    ///
    /// Do not block that thread. Unstructured tasks run on the pool.
    package static func run(_ body: @escaping @Sendable @concurrent () async -> Void) async {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        await withTaskExecutorPreference(TaskThread(group.next()), operation: body)
        // The thread is idle now, so the shutdown cannot fail.
        try? await group.shutdownGracefully()
    }

    /// Runs a job on the thread.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
