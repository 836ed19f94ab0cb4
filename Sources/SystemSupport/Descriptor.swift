// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An open file descriptor that is closed with its owner.
package struct Descriptor: ~Copyable, Sendable {
    /// The descriptor's number, valid as long as this value exists.
    package let number: Int32

    /// Takes ownership of an open descriptor.
    package init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Gives up ownership and returns the number of the descriptor, which stays open.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}
