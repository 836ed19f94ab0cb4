// SPDX-License-Identifier: Apache-2.0
package import Logging
package import StateModel
package import StateSystem
package import SyncModel
package import Varlink

/// The complete configuration in effect; stated.yaml(5) explains the values.
///
/// The initial values are the defaults. ``ConfigurationKey`` and ``ConfigurationTable`` define the
/// names, the syntax and the bounds.
package struct Configuration: Equatable, Sendable {
    package var socket: String
    package var store: String
    /// The name of this device, as people see it.
    package var device: String
    /// True if the daemon serves all users of the machine, each with a separate store.
    package var multiUser = false
    package var logLevel = Logger.Level.info

    /// The settings of the services that apply to all players.
    package var services = ServiceSettings()
    package var players: [String: PlayerConfiguration] = [:]
    /// The URL of the remote store; `nil` if there is none.
    package var remote: String?
    /// The remote in the default file, if it is ignored because the daemon uses another store.
    package internal(set) var withheldRemote: String?
    /// The credentials and TLS files for the servers of the remote store.
    package var remoteFiles = RemoteFiles()
    package var conflict = ConflictStrategy.newest
    /// The interval between rounds of sync while a player is playing.
    package var activeInterval = Duration.seconds(45)
    /// The maximum duration of a call to the remote store.
    package var syncTimeout = Duration.seconds(25)
    package var limits = ConnectionLimits()

    /// True if the bridge to players on the session bus shows desktop notifications.
    package var notifications = true

    package var web: WebConfiguration

    package init(places: Places, hostName: String) {
        socket = places.socket
        store = places.store
        device = hostName
        web = WebConfiguration(places: places)
    }
}

/// The settings of a player; `nil` stands for the general setting.
package struct PlayerConfiguration: Equatable, Sendable {
    package var ttl: Duration?
    package var resume: ResumeMode?
    package var conflict: ConflictStrategy?

    package init() {}
}
