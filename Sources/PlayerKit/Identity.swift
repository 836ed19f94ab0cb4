// SPDX-License-Identifier: Apache-2.0

/// The evidence for deciding whether a name still refers to the item whose resume point it has.
///
/// A name alone is not reliable: another film may now have the same path or URL.
package struct Identity: Equatable, Sendable {
    /// The result of comparing a file's contents with those of the item.
    package enum Contents: Sendable {
        case same
        case other
        /// The contents of the file or of the item are unknown.
        case unknown
    }

    package let contents: Contents
    private let length: Double?
    private let position: Double

    /// Creates the evidence.
    ///
    /// - Parameters:
    ///   - contents: The result of comparing the contents.
    ///   - length: The stored length, in seconds; `nil` if unknown.
    ///   - position: The stored position, in seconds.
    package init(contents: Contents, length: Double?, position: Double) {
        self.contents = contents
        self.length = length
        self.position = position
    }

    package enum Verdict: Sendable {
        /// The name still refers to the item.
        case item
        /// The name now refers to another item.
        case another
        /// The evidence is too weak to move the player, or to remove the resume point from the
        /// name.
        case unsure
    }

    /// Weighs the evidence.
    ///
    /// A stored position beyond the end is accepted only if the contents match.
    ///
    /// - Parameter actual: The length of the file that is now playing, in seconds; `nil` if
    ///   unknown.
    /// - Returns: The verdict.
    package func verdict(for actual: Double?) -> Verdict {
        if contents == .same { return .item }
        guard let actual else { return contents == .unknown ? .item : .another }
        // Another encoding of the same film has different contents, but the same length.
        let agrees = length.map { abs(actual - $0) <= max(2, $0 / 100) } ?? (contents == .unknown)
        if !agrees, contents == .other { return .another }
        return agrees && position < actual ? .item : .unsure
    }
}
