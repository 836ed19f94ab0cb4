import NIOCore
import NIOPosix

/// A thread on which tasks run, in place of the pool that the process has for them.
///
/// Once the pool has been used it is looked after every second for as long as the process lives,
/// and so is the pool behind `Task.sleep`; a thread that has nothing to do is not woken.
package final class TaskThread: TaskExecutor {
    private let loop: any EventLoop

    private init(_ loop: any EventLoop) {
        self.loop = loop
    }

    /// Runs `body` and the tasks that are its children on a thread of their own.
    ///
    /// Nothing that blocks belongs there; tasks that are nobody's children run on the pool.
    package static func run(_ body: @escaping @Sendable @concurrent () async -> Void) async {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        await withTaskExecutorPreference(TaskThread(group.next()), operation: body)
        // Nothing runs there any more, so there is nothing that could be in the way.
        try? await group.shutdownGracefully()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
