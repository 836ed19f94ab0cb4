// SPDX-License-Identifier: Apache-2.0

package struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Kind: Sendable, Equatable {
        /// The disk or the user's disk quota is full.
        case full
        /// The file, its directory or the file system cannot be written.
        case readOnly
        /// The path leads to a file that must not be used, such as a link or another user's file.
        case untrusted
        /// Reading or writing failed, or no memory is left.
        case inputOutput
        /// The file is not an intact database.
        case corrupt
        /// Another process has the store open.
        case held
        /// The file is from a newer version of this program.
        case newer
        case quota(limit: String, value: Int)
        /// Any other failure: a bug, or a problem of the environment.
        case other
    }

    package let kind: Kind
    package let message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    package var description: String { message }
}
