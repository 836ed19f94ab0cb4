// SPDX-License-Identifier: Apache-2.0
package import Logging
package import StateModel
package import StateSystem
package import SyncModel
package import Varlink

/// The whole configuration in effect; stated.yaml(5) explains each value.
///
/// The values here are the defaults. Names, syntax and bounds are in ``ConfigurationKey``.
package struct Configuration: Equatable, Sendable {
    /// The socket on which the daemon listens.
    package var socket: String
    /// The path of the store's file.
    package var store: String
    /// The name of this device, for the user.
    package var device: String
    /// True if the daemon serves every user, each with a separate store file.
    package var multiUser = false
    /// The lowest level of logged messages.
    package var logLevel = Logger.Level.info

    /// The settings of the services, without those of single players.
    package var services = ServiceSettings()
    /// The settings that differ for some players, by name.
    package var players: [String: PlayerConfiguration] = [:]
    /// The URL of the remote store that devices sync with; `nil` if there is none.
    package var remote: String?
    /// True if the file's remote store is unused, because it belongs to another store.
    package internal(set) var isRemoteWithheld = false
    /// The credentials and TLS files for the servers of the remote store.
    package var remoteFiles = RemoteFiles()
    /// The strategy that decides which of two concurrent changes wins.
    package var conflict = ConflictStrategy.newest
    /// The interval of sync while a player is playing.
    package var activeInterval = Duration.seconds(45)
    /// The timeout of one round of sync.
    package var syncTimeout = Duration.seconds(25)
    /// The limits on clients.
    package var limits = ConnectionLimits()

    /// The settings of the web server.
    package var web: WebConfiguration

    /// Creates the default configuration of a machine and user.
    package init(places: Places, hostName: String) {
        socket = places.socket
        store = places.store
        device = hostName
        web = WebConfiguration(places: places)
    }
}

/// The settings of one player that differ from the general ones.
package struct PlayerConfiguration: Equatable, Sendable {
    /// The time to live of its resume points; `nil` for the general setting.
    package var ttl: Duration?
    /// The way in which a bridge resumes its items; `nil` for the general setting.
    package var resume: ResumeMode?
    /// The conflict strategy for its items; `nil` for the general setting.
    package var conflict: ConflictStrategy?

    /// Creates a configuration without differences.
    package init() {}
}
