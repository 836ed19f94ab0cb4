// SPDX-License-Identifier: Apache-2.0
internal import StateConfiguration
internal import StateModel
internal import StateServices
internal import StateSystem
internal import Varlink

extension ServiceSettings {
    /// Creates the services' settings from a configuration.
    init(_ configuration: Configuration) {
        self = configuration.services
        policy.playerTTLSeconds = configuration.players.compactMapValues { player in
            player.ttl.map { $0.wholeMilliseconds / 1000 }
        }
        policy.playerResume = configuration.players.compactMapValues(\.resume)
        // A remote holds the state of one person: the daemon's own user.
        syncOwner = configuration.remote == nil ? nil : Machine.userID
        isRemoteWithheld = configuration.isRemoteWithheld
        checksFile = true
    }
}

extension ConnectionLimits {
    /// The descriptors reserved for the store and its checks, sync, and the bus.
    private static let otherDescriptors = 48
    /// The number of connections accepted in one turn if descriptors are scarce.
    private static let fewestAccepts = 8

    /// Creates the connections' limits from a configuration.
    ///
    /// - Parameters:
    ///   - configuration: the configuration that sets the limits.
    ///   - descriptors: the number of descriptors that the process may open.
    init(_ configuration: Configuration, descriptors: Int) {
        self = configuration.limits
        // A connection over the limit is refused; without a descriptor it could not even be closed.
        // So there is one for each that is accepted at once.
        let left = descriptors - Self.otherDescriptors
        acceptsPerTurn = min(acceptsPerTurn, max(Self.fewestAccepts, left / 16))
        connections = max(1, min(connections, left + Self.fewestAccepts - acceptsPerTurn))
        if configuration.multiUser, connections < configuration.limits.connections {
            // No user may take up all of the few connections that all users share.
            connectionsPerUser = min(connectionsPerUser, max(1, connections / 2))
        }
    }
}
