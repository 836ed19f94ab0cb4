// SPDX-License-Identifier: Apache-2.0

/// The address on which a server listens.
package enum ListenAddress: Sendable, Equatable {
    /// A new socket at the given path with the given mode; the directory must exist.
    case path(String, mode: UInt32 = 0o600)
    /// An inherited listening socket, as with socket activation; its file is not removed.
    case inherited(descriptor: Int32)
}
