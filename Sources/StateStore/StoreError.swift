/// Why the store could not do what it was asked.
package struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of failure, as far as it decides what happens next.
    package enum Kind: Sendable, Equatable {
        /// The disk or the quota is full.
        case full
        /// The file, or the file system, cannot be written.
        case readOnly
        /// The path leads to something that is not this user's own plain file.
        case untrusted
        /// Reading or writing failed.
        case inputOutput
        /// The file is no intact database.
        case corrupt
        /// Another process holds the store.
        case held
        /// The file is from a newer version of this program.
        case newer
        /// A limit of this store is reached.
        case quota(limit: String, value: Int)
        /// Anything else: a fault of the program or of its surroundings.
        case other
    }

    /// The kind of failure.
    package let kind: Kind
    /// What failed, for people.
    package let message: String

    /// A failure with both its members.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    package var description: String { message }
}
