// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import NIOCore
package import NIOPosix
package import SystemSupport

/// A thread that runs tasks in place of the process's thread pool.
///
/// Once the pool has been used, it wakes up every second until the process ends. This thread wakes
/// up only if there is work.
package final class TaskThread: TaskExecutor {
    private let loop: any EventLoop

    package init(_ loop: any EventLoop) {
        self.loop = loop
    }

    /// Runs `body` and its child tasks on a new thread, which they must not block.
    ///
    /// Unstructured tasks run on the process's thread pool.
    package static func run(
        _ body: @escaping @Sendable @concurrent () async -> Void
    ) async throws(SystemError) {
        let group = try MultiThreadedEventLoopGroup.ofOneThread()
        await withTaskExecutorPreference(TaskThread(group.next()), operation: body)
        // The thread has no work left, so the shutdown cannot fail.
        try? await group.shutdownGracefully()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

extension MultiThreadedEventLoopGroup {
    /// Starts a thread for an event loop, or throws if no descriptors are left.
    ///
    /// SwiftNIO stops the process if a loop cannot open its descriptors, so they are opened and
    /// closed first.
    package static func ofOneThread() throws(SystemError) -> MultiThreadedEventLoopGroup {
        try openDescriptors()
        return MultiThreadedEventLoopGroup(numberOfThreads: 1)
    }

    private static func openDescriptors() throws(SystemError) {
        let poll = try checked("epoll_create") { epoll_create(1) }
        defer { close(poll) }
        let wakeup = try checked("eventfd") { eventfd(0, 0) }
        defer { close(wakeup) }
        close(try checked("timerfd_create") { timerfd_create(CLOCK_MONOTONIC, 0) })
    }
}
