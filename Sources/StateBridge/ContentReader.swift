// SPDX-License-Identifier: Apache-2.0
import Synchronization
import SystemSupport

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
    package var descriptor: Int32 { event?.descriptor ?? -1 }
    private let event = try? EventDescriptor()
    private let state = Mutex(State())

    /// Creates a reader without work.
    package init() {}

    /// Starts to read a file; an answer follows in any case.
    package func read(_ path: String) {
        let isFree = state.withLock { state in
            defer { state.running += 1 }
            return state.running < Self.most
        }
        let thread =
            isFree
            ? try? SystemThread {
                self.answer(Answer(path: path, key: ContentFile.key(of: path)))
            } : nil
        guard let thread else { return answer(Answer(path: path, key: nil)) }
        thread.detach()
    }

    /// Removes and returns the answers so far.
    package func take() -> [Answer] {
        event?.clear()
        return state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
    }

    private func answer(_ answer: Answer) {
        state.withLock { state in
            state.running -= 1
            state.answers.append(answer)
        }
        event?.signal()
    }
}
