// SPDX-License-Identifier: Apache-2.0

/// An error of the store.
package struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of failure, as far as it determines the next step.
    package enum Kind: Sendable, Equatable {
        /// The disk or the quota is full.
        case full
        /// The file, or the file system, cannot be written.
        case readOnly
        /// The path leads to something other than this user's own regular file.
        case untrusted
        /// Reading or writing failed.
        case inputOutput
        /// The file is not an intact database.
        case corrupt
        /// Another process holds the store.
        case held
        /// The file is from a newer version of this program.
        case newer
        /// A limit of this store is reached.
        case quota(limit: String, value: Int)
        /// Any other failure: a bug in the program or a fault of its environment.
        case other
    }

    /// The kind of failure.
    package let kind: Kind
    /// The description of the failure, for people.
    package let message: String

    /// Creates an error with both its members.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The error's message.
    package var description: String { message }
}
