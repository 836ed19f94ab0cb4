// SPDX-License-Identifier: Apache-2.0

package enum ListenAddress: Sendable, Equatable {
    /// A new socket at the given path and with the given mode; the directory must exist.
    case path(String, mode: UInt32 = 0o600)
    /// A listening socket that was inherited, for example by socket activation; its file is not
    /// removed.
    case inherited(descriptor: Int32)
}
