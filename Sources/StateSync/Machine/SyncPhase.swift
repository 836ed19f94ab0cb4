// SPDX-License-Identifier: Apache-2.0

/// A phase of a round.
package enum SyncPhase: String, Sendable, CaseIterable {
    /// Preparing the remote.
    case setup
    /// Applying the changes of other devices.
    case `import`
    /// Sending the changes of this device.
    case export
}
