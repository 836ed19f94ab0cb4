// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge

/// The socket on which an mpv that was started here takes the orders of `statectl player`.
final class OrderSocket {
    /// The path that mpv gets as an option; `nil` if the person has named a socket, or there is no place.
    let offered: String?
    /// The path at which mpv listens; `nil` if there is none.
    let path: String?

    /// Creates a place for the socket of the player with that name.
    init(of nameLock: PlayerNameLock, _ arguments: PlayArguments) {
        let usual = arguments.words.contains("--no-config") ? nil : MPVSurvey().socket
        if let own = arguments.ownSocket ?? usual {
            offered = nil
            // Orders may come from another directory than mpv was started in.
            path = own.isEmpty ? nil : (try? FilePath.absolute(own)) ?? own
            return
        }
        // The directory is the user's own: whoever connects could run programs.
        let path = PlayerNameLock.folder().map { "\(FilePath.folder($0))/mpv-\(nameLock.player)" }
        // unix(7): a longer path is none.
        offered = path.flatMap { $0.utf8.count < 108 ? $0 : nil }
        self.path = offered
        if let offered { unlink(offered) }
    }

    deinit {
        if let offered { unlink(offered) }
    }
}
