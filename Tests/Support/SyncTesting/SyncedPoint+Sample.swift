// SPDX-License-Identifier: Apache-2.0
internal import StateModel
package import SyncModel

extension SyncedPoint {
    /// Returns a point as another device sends it: paused, and of an unknown length.
    package static func paused(
        at position: Double,
        player: String = "mpv",
        life: Int = 86_400_000
    ) -> SyncedPoint {
        SyncedPoint(
            player: player,
            status: .paused,
            position: position,
            duration: nil,
            title: nil,
            device: "attic",
            age: 0,
            life: life
        )
    }
}
