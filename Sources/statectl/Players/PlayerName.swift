// SPDX-License-Identifier: Apache-2.0
import StateBridge
import StateModel

extension PlayerNameLock {
    /// Returns a valid name for the first player, with space for a number such as `.99`.
    static func base(_ name: String?) throws(Failure) -> String {
        let name = name ?? Environment["STATECTL_PLAYER"] ?? "mpv"
        guard Limits.isName(name, atMost: Limits.playerBytes - 3) else {
            throw Failure(
                .badValue,
                "--player: “\(name.visible)” must be 1 to \(Limits.playerBytes - 3) letters, "
                    + "digits, dots, underscores and hyphens"
            )
        }
        return name
    }
}
