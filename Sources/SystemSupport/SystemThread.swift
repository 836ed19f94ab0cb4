// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A thread for work that waits in the kernel.
package struct SystemThread: Sendable {
    private let handle: pthread_t

    /// Creates a thread that runs `body` and ends with it.
    ///
    /// The thread blocks all signals except those for its own faults.
    ///
    /// - Throws: ``SystemError`` if the kernel provides no thread.
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

    /// Waits for the end of the thread; may be called once, but not on the thread itself.
    package func join() {
        pthread_join(handle, nil)
    }

    /// Lets the thread run without a later ``join()``; may be called once.
    package func detach() {
        pthread_detach(handle)
    }
}

/// A box that passes the work to its thread.
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
