// SPDX-License-Identifier: Apache-2.0

/// A broken promise of the daemon, for people.
package struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
    /// The expected and the actual state.
    package let description: String

    /// Creates a violation from a sentence.
    package init(_ description: String) {
        self.description = description
    }
}
