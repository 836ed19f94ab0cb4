// SPDX-License-Identifier: Apache-2.0

/// The protection of a stored position that the user did not intend to discard.
///
/// An item that is started at an earlier position does not overwrite the stored position until
/// playback reaches it, or has lasted for a tenth of the item's length, at most ten minutes.
package struct HoldBack: Equatable, Sendable {
    let stored: Double
    /// The position at which playback started, in seconds.
    let start: Double
    let length: Double?

    /// The duration of playback, in seconds, that is considered intended whatever the length is.
    private static let meant = 600.0

    package func holds(at position: Double) -> Bool {
        let enough = min(Self.meant, length.map { $0 / 10 } ?? Self.meant)
        return position < stored && position - start < enough
    }
}
