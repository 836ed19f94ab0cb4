// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerKit
import Synchronization
import SystemSupport

/// A reader of files with a timeout, for disks that do not respond.
package final class TimedLook: Sendable {
    private final class Result<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// The maximum number of unfinished reads, each of which occupies a thread.
    private static let mostHung = 4

    private let timeoutMilliseconds: Int32
    /// The directories with an unfinished read; no other files in them are read meanwhile.
    private let hung = Mutex<Set<String>>([])

    /// Creates a reader with the given timeout, in milliseconds.
    package init(timeoutMilliseconds: Int32 = 3_000) {
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Returns the result of a read; `nil` after the timeout.
    package func value<Value: Sendable>(
        of path: String,
        _ look: @escaping @Sendable (String) -> Value?
    ) -> Value? {
        let folder = CanonicalName.folder(of: path)
        guard let end = try? EventDescriptor(),
            hung.withLock({ $0.count < Self.mostHung && $0.insert(folder).inserted })
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
