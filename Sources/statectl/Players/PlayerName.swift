// SPDX-License-Identifier: Apache-2.0
import StateBridge
import StateModel

extension PlayerNameLock {
    /// Returns the name of the first player, short enough for a suffix such as `.99`.
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
