import Glibc

/// A thread of our own, for work that waits in the kernel.
struct SystemThread: Sendable {
    private let handle: pthread_t

    /// Starts a thread that runs `body` and ends with it.
    ///
    /// Signals are for the threads that handle them: this one takes none.
    ///
    /// - Throws: ``SystemError`` where the kernel has no thread to give.
    init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
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

    /// Waits for its end; once, and never on the thread itself.
    func join() {
        pthread_join(handle, nil)
    }
}

/// Carries a thread's work to it.
private final class ThreadBody: Sendable {
    private let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }

    func start() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        run()
    }
}
