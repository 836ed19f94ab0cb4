// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A thread for work that blocks in system calls.
package struct SystemThread: Sendable {
    private let handle: pthread_t

    /// Creates a thread that runs `body` and then ends.
    ///
    /// All signals are blocked on the thread, except those for its own faults.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let context = Unmanaged.passRetained(ThreadBody(run: body))
        var handle = pthread_t()
        let code = pthread_create(
            &handle,
            nil,
            { context in
                context.map { Unmanaged<ThreadBody>.fromOpaque($0).takeRetainedValue() }?.start()
                return nil
            },
            context.toOpaque()
        )
        if code != 0 {
            context.release()
            throw SystemError("create thread", code: code)
        }
        self.handle = handle
    }

    /// Waits until the thread has ended; may be called only once, and only by another thread.
    package func join() {
        pthread_join(handle, nil)
    }

    /// Lets the thread end without ``join()``; neither may be called afterwards.
    package func detach() {
        pthread_detach(handle)
    }
}

private final class ThreadBody: Sendable {
    private let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }

    func start() {
        var all = sigset_t()
        sigfillset(&all)
        for fault in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE] { sigdelset(&all, fault) }
        pthread_sigmask(SIG_SETMASK, &all, nil)
        run()
    }
}
