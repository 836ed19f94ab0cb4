// SPDX-License-Identifier: Apache-2.0
package import PlayerKit
import Synchronization
import SystemSupport

/// A reader of content keys on other threads, so that the event loop is not blocked while a disk
/// spins up or a network share does not respond.
package final class ContentReader: Sendable {
    /// The content key of a file; `nil` if the file was not read, or has no key.
    package typealias Answer = (path: String, key: ContentKey?)

    private struct State {
        var answers: [Answer] = []
        /// The directories of the unfinished reads, one entry per read.
        var reading: [String] = []
    }

    /// The maximum number of concurrent reads, which limits the number of blocked threads.
    private static var maximumReads: (inFolder: Int, inAll: Int) { (4, 32) }

    /// The descriptor, which is readable when answers have arrived; -1 if it could not be created.
    package var descriptor: Int32 { event?.descriptor ?? -1 }
    private let event = try? EventDescriptor()
    private let state = Mutex(State())
    private let key: @Sendable (String) -> ContentKey?

    package init(_ key: @escaping @Sendable (String) -> ContentKey? = ContentFile.contents) {
        self.key = key
    }

    /// Reads a file on another thread; each call leads to one answer, once the read has ended.
    ///
    /// If too many reads are unfinished, or no thread can be created, the file is not read.
    package func read(_ path: String) {
        let folder = CanonicalName.folder(of: path)
        let isFree = state.withLock { state in
            let count = state.reading.count { $0 == folder }
            guard count < Self.maximumReads.inFolder, state.reading.count < Self.maximumReads.inAll
            else {
                return false
            }
            state.reading.append(folder)
            return true
        }
        guard isFree else { return answer((path, nil)) }
        let thread = try? SystemThread { self.answer((path, self.key(path)), from: folder) }
        guard let thread else { return answer((path, nil), from: folder) }
        thread.detach()
    }

    package func take() -> [Answer] {
        event?.clear()
        return state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
    }

    private func answer(_ answer: Answer, from folder: String? = nil) {
        state.withLock { state in
            if let index = state.reading.firstIndex(where: { $0 == folder }) {
                state.reading.remove(at: index)
            }
            state.answers.append(answer)
        }
        event?.signal()
    }
}
