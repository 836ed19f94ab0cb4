// SPDX-License-Identifier: Apache-2.0

/// The protection of a stored position that the player did not choose to leave.
///
/// A song or film started from its beginning does not overwrite a later position until it has been
/// played for a while.
package struct HoldBack: Equatable, Sendable {
    /// The stored position, in seconds.
    private let stored: Double
    /// The position at which the file began, in seconds.
    private let start: Double
    /// The length of the file, in seconds; `nil` if it is unknown.
    private let length: Double?

    /// The time after which playback of any file counts as intended, in seconds.
    private static let meant = 600.0

    /// Creates the protection of a position.
    package init(stored: Double, start: Double, length: Double?) {
        self.stored = stored
        self.start = start
        self.length = length
    }

    /// Returns true if the stored position is kept while the player is at `position`.
    package func holds(at position: Double) -> Bool {
        let enough = min(Self.meant, length.map { $0 / 10 } ?? Self.meant)
        return position < stored && position - start < enough
    }
}
