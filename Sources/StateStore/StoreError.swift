// SPDX-License-Identifier: Apache-2.0

/// An error of the store.
package struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of failure, which determines the next step.
    package enum Kind: Sendable, Equatable {
        /// The disk or the quota is full.
        case full
        /// The file or the file system is read-only.
        case readOnly
        /// The path leads to something other than a regular file of this user.
        case untrusted
        /// Reading or writing failed, if only for want of memory.
        case inputOutput
        /// The file is not an intact database.
        case corrupt
        /// Another process has the store open.
        case held
        /// The file is from a newer version of this program.
        case newer
        /// A limit of this store is reached.
        case quota(limit: String, value: Int)
        /// Another failure: a bug, or a problem of the environment.
        case other
    }

    /// The kind of failure.
    package let kind: Kind
    /// The description of the failure, for the user.
    package let message: String

    /// Creates an error from its members.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The error's message.
    package var description: String { message }
}
