// SPDX-License-Identifier: Apache-2.0
internal import StateConfiguration
internal import StateModel
internal import StateServices
internal import StateSystem
internal import Varlink

extension ServiceSettings {
    init(_ loaded: LoadedConfiguration) {
        self.init(loaded.configuration)
        remoteSource = loaded.remoteSource
    }

    init(_ configuration: Configuration) {
        self = configuration.services
        policy.playerTTLSeconds = configuration.players.compactMapValues { player in
            player.ttl.map { $0.wholeMilliseconds / 1000 }
        }
        policy.playerResume = configuration.players.compactMapValues(\.resume)
        // A remote contains the state of one person, who is the user that the daemon runs as.
        syncOwner = configuration.remote == nil ? nil : Machine.userID
        isRemoteWithheld = configuration.withheldRemote != nil
        checksFile = true
    }
}

extension ConnectionLimits {
    /// The number of file descriptors that are reserved for the store and its checks, sync, and the
    /// bus.
    private static let otherDescriptors = 48
    /// The minimum number of connections to accept in one turn, if descriptors are scarce.
    private static let minimumAccepts = 8

    /// Creates the limits on connections from a configuration.
    ///
    /// `descriptors` is the number of descriptors that the process may have open.
    init(_ configuration: Configuration, descriptors: Int) {
        self = configuration.limits
        // A connection over the limit is accepted and then closed, for which a descriptor is
        // needed. One descriptor is therefore reserved for each connection that may be accepted in
        // the same turn.
        let left = descriptors - Self.otherDescriptors
        acceptsPerTurn = min(acceptsPerTurn, max(Self.minimumAccepts, left / 16))
        connections = max(1, min(connections, left + Self.minimumAccepts - acceptsPerTurn))
        if configuration.multiUser, connections < configuration.limits.connections {
            // A single user must not take all of the few connections.
            connectionsPerUser = min(connectionsPerUser, max(1, connections / 2))
        }
    }
}
