// SPDX-License-Identifier: Apache-2.0

/// The evidence that a name still means the item whose point is stored under it.
///
/// A name is only a claim: an old path or URL may now have another film.
package struct Identity: Equatable, Sendable {
    /// A comparison of a file's contents with the known ones.
    package enum Contents: Sendable {
        /// The file's contents are known.
        case same
        /// The file has other contents.
        case other
        /// The contents of the file or of the item are unknown.
        case unknown
    }

    /// The comparison of the contents.
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
        /// The name stands for the item.
        case item
        /// The name stands for another item.
        case another
        /// The evidence is too weak to move a player or to remove the point from the name.
        case unsure
    }

    /// Weighs the evidence.
    ///
    /// - Parameter actual: The length of what is played now, in seconds; `nil` if it is not known.
    /// - Returns: The verdict; only equal contents allow a position beyond the end.
    package func verdict(for actual: Double?) -> Verdict {
        if contents == .same { return .item }
        guard let actual else { return contents == .unknown ? .item : .another }
        // Another copy of the same film has other contents and the same length.
        let agrees = length.map { abs(actual - $0) <= max(2, $0 / 100) } ?? (contents == .unknown)
        if !agrees, contents == .other { return .another }
        return agrees && position < actual ? .item : .unsure
    }
}
