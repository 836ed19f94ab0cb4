import CLinux
import Glibc
import Synchronization

/// Finds out the keys of files' contents, while the loop goes on: a disk may have to spin up, and a
/// share of the net may be gone.
package final class ContentReader: Sendable {
    /// What was found out.
    package struct Answer: Sendable, Equatable {
        /// The file.
        package let path: String
        /// The key of its contents; nil: it has none.
        package let key: String?
    }

    private struct State {
        var answers: [Answer] = []
        var running = 0
    }

    /// How many files may be looked at at once: what hangs must not pile up.
    private static let most = 8

    /// Readable when there are answers; -1: the system has no descriptor to give.
    package let descriptor: Int32
    private let state = Mutex(State())

    /// A reader that has nothing to read.
    package init() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Begins to look at a file; there will be an answer.
    package func read(_ path: String) {
        let isFree = state.withLock { state in
            defer { state.running += 1 }
            return state.running < Self.most
        }
        let reading = Reading(path: path, reader: self)
        guard isFree, reading.start() else { return answer(Answer(path: path, key: nil)) }
    }

    /// Takes out the answers that are there.
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

/// A look at one file, on a thread of its own.
private final class Reading: Sendable {
    private let path: String
    private let reader: ContentReader

    init(path: String, reader: ContentReader) {
        self.path = path
        self.reader = reader
    }

    /// Begins; false: the kernel has no thread to give.
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
        // Signals are for the loop.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        reader.answer(ContentReader.Answer(path: path, key: ContentFile.key(of: path)))
    }
}
