// SPDX-License-Identifier: Apache-2.0

/// The protection of a stored position that the user did not mean to discard.
///
/// A song or film that is started from its beginning does not overwrite a later position until it
/// has been played for a while.
package struct HoldBack: Equatable, Sendable {
    /// The stored position, in seconds.
    private let stored: Double
    /// The position at which the file began, in seconds.
    private let start: Double
    /// The length of the file, in seconds; `nil` if it is unknown.
    private let length: Double?

    /// The maximum duration of playback, in seconds, before it counts as intended in any file.
    private static let meant = 600.0

    /// Creates the protection of a position.
    package init(stored: Double, start: Double, length: Double?) {
        self.stored = stored
        self.start = start
        self.length = length
    }

    /// Returns true if the stored position must be kept while the player is at `position`.
    package func holds(at position: Double) -> Bool {
        let enough = min(Self.meant, length.map { $0 / 10 } ?? Self.meant)
        return position < stored && position - start < enough
    }
}
