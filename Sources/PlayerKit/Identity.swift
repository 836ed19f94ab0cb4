// SPDX-License-Identifier: Apache-2.0

/// The evidence for deciding whether a name still refers to the item whose resume point it has.
///
/// A name alone is not reliable: another film may now have the same path or URL.
package struct Identity: Equatable, Sendable {
    package enum Contents: Sendable {
        case same
        /// The item has these contents and others: two devices may have had different films at one
        /// path, or different versions of a film.
        case shared
        case other
        /// The daemon knows the contents as those of another item.
        case known
        /// The contents of the file or of the item are unknown.
        case unknown
    }

    package let contents: Contents
    /// The stored length, in seconds; `nil` if it is unknown.
    let length: Double?
    /// The stored position, in seconds.
    let position: Double

    package enum Verdict: Sendable {
        case item
        case another
        /// The evidence is too weak to move the player, or to remove the resume point from the
        /// name.
        case unsure
    }

    package init(contents: Contents, length: Double?, position: Double) {
        self.contents = contents
        self.length = length
        self.position = position
    }

    /// Weighs the evidence; `actual` is the length of the file now playing, in seconds.
    ///
    /// A stored position beyond the end is accepted only if the contents match.
    package func verdict(for actual: Double?) -> Verdict {
        if contents == .same { return .item }
        if contents == .known { return .another }
        if contents == .shared {
            guard let actual, let length else { return .item }
            let differs = abs(actual - length) > MediaLength.tolerance(of: length)
            return differs ? .another : .item
        }
        guard let actual else { return contents == .unknown ? .item : .another }
        // Another encoding of the same film has different contents, but the same length.
        let agrees =
            length.map { length in
                let tolerance = contents == .other ? 2 : MediaLength.tolerance(of: length)
                return abs(actual - length) <= tolerance
            } ?? (contents == .unknown)
        if !agrees, contents == .other { return .another }
        return agrees && position < actual ? .item : .unsure
    }
}
