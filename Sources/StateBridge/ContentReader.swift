import CLinux
import Glibc
import Synchronization

/// A reader of content keys that does not block the loop.
///
/// A disk may have to spin up, and a network share may be gone.
package final class ContentReader: Sendable {
    /// The result for one file.
    package struct Answer: Sendable, Equatable {
        /// The path of the file.
        package let path: String
        /// The key of its contents; `nil` if it has none.
        package let key: String?
    }

    private struct State {
        var answers: [Answer] = []
        var running = 0
    }

    /// The maximum number of concurrent reads: those that hang must not pile up.
    private static let most = 8

    /// A descriptor that is readable when there are answers; -1 if none was available.
    package let descriptor: Int32
    private let state = Mutex(State())

    /// Creates a reader without work.
    package init() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Starts to read a file; an answer follows in any case.
    package func read(_ path: String) {
        let isFree = state.withLock { state in
            defer { state.running += 1 }
            return state.running < Self.most
        }
        let reading = Reading(path: path, reader: self)
        guard isFree, reading.start() else { return answer(Answer(path: path, key: nil)) }
    }

    /// Removes and returns the answers so far.
    package func take() -> [Answer] {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        return state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
    }

    fileprivate func answer(_ answer: Answer) {
        state.withLock { state in
            state.running -= 1
            state.answers.append(answer)
        }
        eventfd_write(descriptor, 1)
    }
}

/// The reading of one file, on its own thread.
private final class Reading: Sendable {
    private let path: String
    private let reader: ContentReader

    init(path: String, reader: ContentReader) {
        self.path = path
        self.reader = reader
    }

    /// Starts the thread; returns false if the kernel provides none.
    func start() -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            &attributes,
            { context in
                context.map { Unmanaged<Reading>.fromOpaque($0).takeRetainedValue() }?.run()
                return nil
            },
            context.toOpaque()
        )
        if code != 0 { context.release() }
        return code == 0
    }

    private func run() {
        // Signals are handled by the loop.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        reader.answer(ContentReader.Answer(path: path, key: ContentFile.key(of: path)))
    }
}
