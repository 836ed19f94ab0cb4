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
