// SPDX-License-Identifier: Apache-2.0

/// The evidence that a name still refers to the item whose resume point is stored under it.
///
/// A name alone is not reliable: an old path or URL may have a different film now.
package struct Identity: Equatable, Sendable {
    /// The result of comparing a file's contents with those of the item.
    package enum Contents: Sendable {
        /// The contents match.
        case same
        /// The contents differ.
        case other
        /// The contents of the file or of the item are not known.
        case unknown
    }

    /// The result of comparing the contents.
    package let contents: Contents
    private let length: Double?
    private let position: Double

    /// Creates the evidence.
    ///
    /// - Parameters:
    ///   - contents: The comparison of the contents.
    ///   - length: The stored length, in seconds; `nil` if it is not known.
    ///   - position: The stored position, in seconds.
    package init(contents: Contents, length: Double?, position: Double) {
        self.contents = contents
        self.length = length
        self.position = position
    }

    /// The result of weighing the evidence.
    package enum Verdict: Sendable {
        /// The name refers to the item.
        case item
        /// The name refers to another item now.
        case another
        /// The evidence is too weak to move a player or to remove the point from the name.
        case unsure
    }

    /// Weighs the evidence.
    ///
    /// - Parameter actual: The length of the file that is played now, in seconds; `nil` if unknown.
    /// - Returns: The verdict. A position beyond the end is accepted only if the contents match.
    package func verdict(for actual: Double?) -> Verdict {
        if contents == .same { return .item }
        guard let actual else { return contents == .unknown ? .item : .another }
        // Another encoding of the same film has different contents but the same length.
        let agrees = length.map { abs(actual - $0) <= max(2, $0 / 100) } ?? (contents == .unknown)
        if !agrees, contents == .other { return .another }
        return agrees && position < actual ? .item : .unsure
    }
}
