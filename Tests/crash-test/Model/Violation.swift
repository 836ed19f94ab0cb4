/// Something that the daemon promised and did not keep, for people.
package struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was expected and what was found.
    package let description: String

    /// A violation, in a sentence.
    package init(_ description: String) {
        self.description = description
    }
}
