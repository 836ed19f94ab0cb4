// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The place at which a running player takes orders.
package enum PlayerAddress: Equatable, Sendable {
    /// The socket of mpv's IPC.
    case mpv(socket: String)
    /// The unique name of an MPRIS player on the session bus.
    case mpris(owner: String)

    /// The address as a line of a lock file.
    var line: String {
        switch self {
        case .mpv(let socket): "mpv \(socket)"
        case .mpris(let owner): "mpris \(owner)"
        }
    }

    /// Creates an address from a line; `nil` if the line holds none.
    init?(line: some StringProtocol) {
        let parts = String(line).split(separator: " ", maxSplits: 1).map(String.init)
        switch (parts.first, parts.last) {
        case ("mpv", let socket?) where parts.count == 2: self = .mpv(socket: socket)
        case ("mpris", let owner?) where parts.count == 2: self = .mpris(owner: owner)
        default: return nil
        }
    }
}
