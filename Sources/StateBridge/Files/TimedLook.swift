// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerKit
import Synchronization
import SystemSupport

/// A reader of files that stops waiting after a timeout, because a disk may not respond.
package final class TimedLook: Sendable {
    private final class Result<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// The maximum number of unfinished reads, each of which occupies a thread.
    private static let maximumHungReads = 4

    private let timeoutMilliseconds: Int32
    /// The directories with an unfinished read; until the read ends, no other file there is read.
    private let hung = Mutex<Set<String>>([])

    package init(timeoutMilliseconds: Int32 = 3_000) {
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Runs `look` on another thread and returns its result; `nil` after the timeout.
    ///
    /// Returns `nil` immediately if another read in the same directory is unfinished, or if four
    /// reads are unfinished in all.
    package func value<Value: Sendable>(
        of path: String,
        _ look: @escaping @Sendable (String) -> Value?
    ) -> Value? {
        let folder = CanonicalName.folder(of: path)
        guard let end = try? EventDescriptor(),
            hung.withLock({ $0.count < Self.maximumHungReads && $0.insert(folder).inserted })
        else { return nil }
        let result = Result<Value>()
        let thread = try? SystemThread {
            let value = look(path)
            result.value.withLock { $0 = value }
            _ = self.hung.withLock { $0.remove(folder) }
            end.signal()
        }
        guard let thread else {
            return hung.withLock { hung in
                hung.remove(folder)
                return nil
            }
        }
        thread.detach()
        var wait = pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&wait, 1, timeoutMilliseconds)
        return result.value.withLock { $0 }
    }
}
