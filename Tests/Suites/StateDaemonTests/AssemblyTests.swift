// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateServices
import StateStore
import Testing
import Varlink

@testable import StateConfiguration
@testable import StateDaemon
@testable import StateSystem

/// What the configuration means to the parts that it is handed to.
@Suite struct AssemblyTests {
    private let defaults = Configuration(
        places: Places(socket: "/run/s", store: "/var/s.db", configuration: "/etc/stated.yaml"),
        hostName: "box"
    )

    @Test func `the services receive the settings of individual players`() {
        var configuration = defaults
        configuration.services.store.points = 7
        configuration.players["mpv"] = PlayerConfiguration()
        configuration.players["mpv"]?.ttl = .seconds(9)
        configuration.players["mpv"]?.resume = .off
        var expected = configuration.services
        expected.policy.playerTTLSeconds = ["mpv": 9]
        expected.policy.playerResume = ["mpv": .off]
        expected.checksFile = true
        #expect(ServiceSettings(configuration) == expected)
    }

    @Test func `the limits apply as configured if there are enough file descriptors`() {
        #expect(ConnectionLimits(defaults, descriptors: 8_192) == defaults.limits)
        var configuration = defaults
        configuration.limits.connections = 3
        configuration.limits.connectionsPerUser = 4
        configuration.limits.stall = .seconds(9)
        configuration.limits.messages.depth = 2
        #expect(ConnectionLimits(configuration, descriptors: 8_192) == configuration.limits)
    }

    @Test func `the limit on file descriptors limits connections in total and per user`() {
        var configuration = defaults
        #expect(ConnectionLimits(configuration, descriptors: 64).connections == 16)
        #expect(ConnectionLimits(configuration, descriptors: 10).connections == 1)
        #expect(ConnectionLimits(configuration, descriptors: 64).acceptsPerTurn == 8)
        // As many as are accepted at once can be refused beyond those there may be.
        #expect(ConnectionLimits(configuration, descriptors: 448).acceptsPerTurn == 25)
        #expect(ConnectionLimits(configuration, descriptors: 448).connections == 383)
        #expect(ConnectionLimits(configuration, descriptors: 8_192).acceptsPerTurn == 32)
        #expect(ConnectionLimits(configuration, descriptors: 64).connectionsPerUser == 2_048)
        configuration.multiUser = true
        #expect(ConnectionLimits(configuration, descriptors: 64).connectionsPerUser == 8)
        #expect(ConnectionLimits(configuration, descriptors: 8_192).connectionsPerUser == 2_048)
    }
}
