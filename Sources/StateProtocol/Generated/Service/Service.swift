// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.

/// The daemon itself: its health, its metrics, its files.
/// Conventions as in io.stated.Playback.
package enum Service {
    /// The interface's name.
    package static let interface = "io.stated.Service"

    /// The daemon's health, and the amount of its data.
    package enum GetHealth: StateMethod {
        package static let name = "io.stated.Service.GetHealth"
        package typealias Parameters = NoMembers
    }

    /// Every counter and gauge in the OpenMetrics text format.
    package enum GetMetrics: StateMethod {
        package static let name = "io.stated.Service.GetMetrics"
        package typealias Parameters = NoMembers
    }

    /// The settings that clients follow: the directories in which to look for a file that lies
    /// elsewhere on another device.
    package enum GetSettings: StateMethod {
        package static let name = "io.stated.Service.GetSettings"
        package typealias Parameters = NoMembers
    }

    /// Write a consistent copy of the store into the daemon's state directory, never over
    /// a file that exists; for the daemon's own user and root alone. With `more`, replies
    /// tell how far it is; the last one says where the copy lies.
    package enum Backup: StateMethod {
        package static let name = "io.stated.Service.Backup"
    }

    /// The copies there are, newest first; for the daemon's own user and root alone.
    package enum ListBackups: StateMethod {
        package static let name = "io.stated.Service.ListBackups"
        package typealias Parameters = NoMembers
    }

    /// Put a copy in the place of the store. The store as it is now is kept aside, under a name by which
    /// it can be restored in turn. Tokens of before are void, and streams end. On an error nothing has
    /// changed. For the daemon's own user and root alone.
    package enum Restore: StateMethod {
        package static let name = "io.stated.Service.Restore"
    }

    /// Read the configuration again. A configuration with a fault changes nothing. `restart` has those of
    /// the changed keys that take effect only after a restart, if there are any.
    package enum Reload: StateMethod {
        package static let name = "io.stated.Service.Reload"
        package typealias Parameters = NoMembers
    }
}
