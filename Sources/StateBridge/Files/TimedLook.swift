// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerKit
import Synchronization
import SystemSupport

/// A reader of files with a timeout, for disks that may not respond.
package final class TimedLook: Sendable {
    private final class Result<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// The maximum number of unfinished reads, each of which occupies a thread.
    private static let mostHung = 4

    private let timeoutMilliseconds: Int32
    /// The directories with an unfinished read; meanwhile, no other file in them is read.
    private let hung = Mutex<Set<String>>([])

    package init(timeoutMilliseconds: Int32 = 3_000) {
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Runs `look` on another thread and returns its result; `nil` after the timeout.
    ///
    /// Also returns `nil`, without reading, while another read in the same directory is unfinished,
    /// or too many reads are.
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
