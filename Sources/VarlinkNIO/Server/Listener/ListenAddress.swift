// SPDX-License-Identifier: Apache-2.0

/// The address on which a server listens.
package enum ListenAddress: Sendable, Equatable {
    /// A new socket at the given path, with the given mode; the directory must exist.
    case path(String, mode: UInt32 = 0o600)
    /// A listening socket that was inherited, as in socket activation; its file is left alone.
    case inherited(descriptor: Int32)
}
