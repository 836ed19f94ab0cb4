// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateServices
import StateStore
import Testing
import Varlink
import VarlinkNIO

@testable import StateConfiguration
@testable import StateDaemon
@testable import StateSystem

/// What the configuration means to the parts that it is handed to.
@Suite struct AssemblyTests {
    private let defaults = Configuration(
        places: Places(socket: "/run/s", store: "/var/s.db", configuration: "/etc/stated.yaml"),
        hostName: "box"
    )

    @Test func `the components' defaults equal those of the configuration`() {
        let limits = ConnectionLimits(defaults, descriptors: 8_192)
        let own = ConnectionLimits()
        #expect(limits.connections == own.connections)
        #expect(limits.connectionsPerUser == own.connectionsPerUser)
        #expect(limits.callsWaiting == own.callsWaiting)
        #expect(limits.stall == own.stall)
        #expect(limits.messageTimeout == own.messageTimeout)
        #expect(limits.inputBytesPerUser == own.inputBytesPerUser)
        #expect(limits.outputBytesPerUser == own.outputBytesPerUser)
        #expect(limits.messages.messageBytes == own.messages.messageBytes)
        #expect(limits.messages.depth == own.messages.depth)
    }

    @Test func `settings of players reach the services beside the general ones`() {
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

    @Test func `each limit reaches the component that enforces it`() {
        var configuration = defaults
        configuration.limits.messageBytes = 1
        configuration.limits.jsonDepth = 2
        configuration.limits.connections = 3
        configuration.limits.connectionsPerUID = 4
        configuration.limits.callsWaiting = 6
        configuration.limits.streamStall = .seconds(9)
        configuration.limits.messageTimeout = .seconds(12)
        configuration.limits.inputPerUID = 13
        configuration.limits.outputPerUID = 14
        let limits = ConnectionLimits(configuration, descriptors: 8_192)
        #expect(limits.messages.messageBytes == 1)
        #expect(limits.messages.depth == 2)
        #expect(limits.connections == 3)
        #expect(limits.connectionsPerUser == 4)
        #expect(limits.callsWaiting == 6)
        #expect(limits.stall == .seconds(9))
        #expect(limits.messageTimeout == .seconds(12))
        #expect(limits.inputBytesPerUser == 13)
        #expect(limits.outputBytesPerUser == 14)
    }

    @Test func `the file descriptor limit bounds connections in all and per user`() {
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
