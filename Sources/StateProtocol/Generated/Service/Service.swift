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

    /// The settings that clients follow: the directories in which to look for a file that has another
    /// path on another device.
    package enum GetSettings: StateMethod {
        package static let name = "io.stated.Service.GetSettings"
        package typealias Parameters = NoMembers
    }

    /// Write a consistent copy of the store into the daemon's state directory, never over
    /// an existing file; for the daemon's own user and root alone. With `more`, replies
    /// report the progress; the last one has the path of the copy.
    package enum Backup: StateMethod { package static let name = "io.stated.Service.Backup" }

    /// The copies of the store, newest first; for the daemon's own user and root alone.
    package enum ListBackups: StateMethod {
        package static let name = "io.stated.Service.ListBackups"
        package typealias Parameters = NoMembers
    }

    /// Replace the store by a copy. The present store is kept, under a name by which it can be restored
    /// in turn. Streams end, and their tokens are void. After an error nothing has changed. For the
    /// daemon's own user and root alone.
    package enum Restore: StateMethod { package static let name = "io.stated.Service.Restore" }

    /// Read the configuration again. A configuration with a fault changes nothing. `restart` lists the
    /// changed keys that take effect only after a restart, if there are any.
    package enum Reload: StateMethod {
        package static let name = "io.stated.Service.Reload"
        package typealias Parameters = NoMembers
    }
}
