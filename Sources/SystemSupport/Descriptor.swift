// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file descriptor that is closed when this value is destroyed.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Gives up ownership; the caller must close the returned descriptor.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}

/// The interval between two attempts to lock a file, in milliseconds.
private let lockIntervalMilliseconds: Int32 = 10

/// Locks an open file exclusively, and returns 0, or else the error's code.
///
/// While another process has the lock, the call waits for up to `milliseconds`; then the code is
/// EWOULDBLOCK.
package func lockExclusively(_ descriptor: Int32, within milliseconds: Int32) -> Int32 {
    for _ in 0...milliseconds / lockIntervalMilliseconds {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return 0 }
        guard errno == EWOULDBLOCK || errno == EINTR else { return errno }
        poll(nil, 0, lockIntervalMilliseconds)
    }
    return EWOULDBLOCK
}
