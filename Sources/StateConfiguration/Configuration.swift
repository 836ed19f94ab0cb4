// SPDX-License-Identifier: Apache-2.0
package import Logging
package import StateModel
package import StateSystem
package import SyncModel
package import Varlink

/// The complete configuration in effect; stated.yaml(5) explains each value.
///
/// The initial values here are the defaults. Names, syntax and bounds are in ``ConfigurationKey``.
package struct Configuration: Equatable, Sendable {
    /// The socket on which the daemon listens.
    package var socket: String
    /// The path of the store's file.
    package var store: String
    /// The name of this device, as shown to the user.
    package var device: String
    /// True if the daemon serves every user, each with a separate store file.
    package var multiUser = false
    /// The minimum level of logged messages.
    package var logLevel = Logger.Level.info

    /// The settings of the services that apply to all players.
    package var services = ServiceSettings()
    /// The settings of players that differ from the general ones, by player name.
    package var players: [String: PlayerConfiguration] = [:]
    /// The URL of the remote store that devices sync with; `nil` if there is none.
    package var remote: String?
    /// The ignored remote of the file, if the file is that of another store.
    package internal(set) var withheldRemote: String?
    /// The credentials and TLS files for the servers of the remote store.
    package var remoteFiles = RemoteFiles()
    /// The strategy that decides which of two concurrent changes of an item wins.
    package var conflict = ConflictStrategy.newest
    /// The interval of sync while a player is playing.
    package var activeInterval = Duration.seconds(45)
    /// The timeout of one round of sync.
    package var syncTimeout = Duration.seconds(25)
    /// The limits on clients.
    package var limits = ConnectionLimits()

    /// True if the bridge to players on the session bus shows desktop notifications.
    package var notifications = true

    /// The settings of the web server.
    package var web: WebConfiguration

    /// Creates the default configuration for a machine and its user.
    package init(places: Places, hostName: String) {
        socket = places.socket
        store = places.store
        device = hostName
        web = WebConfiguration(places: places)
    }
}

/// The settings of one player, where they differ from the general ones.
package struct PlayerConfiguration: Equatable, Sendable {
    /// The time to live of the player's resume points; `nil` for the general setting.
    package var ttl: Duration?
    /// The way in which bridges resume the player's items; `nil` for the general setting.
    package var resume: ResumeMode?
    /// The conflict strategy for the player's items; `nil` for the general setting.
    package var conflict: ConflictStrategy?

    /// Creates settings that do not differ from the general ones.
    package init() {}
}
