// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateProtocol
import StateTesting
import Varlink

/// A client that makes calls with odd values.
struct HostileClient {
    /// A call, and a name for people.
    struct OddCall {
        let name: String
        let parameters: JSONValue
        var isOneway = false
        var isStream = false
    }

    private let socket: String
    /// The method after which there is no remote to look after.
    private static let leaving = "io.stated.Sync.LeaveRemote"
    /// The method whose reply is awaited, or it may come after the honest client's next Save.
    private static let clearing = "io.stated.Playback.ClearAll"
    /// The stream that is silent until a player is asked for an action.
    private static let obeying = "io.stated.Session.Obey"
    /// The methods that take a place in a stream or a list, and return the next one.
    private static let places: [(method: String, member: String, isStream: Bool)] = [
        ("io.stated.Playback.Subscribe", "token", true), ("io.stated.Events.Follow", "token", true),
        ("io.stated.Playback.List", "cursor", false),
    ]

    /// Creates a client of the daemon that listens on a path.
    init(_ socket: String) {
        self.socket = socket
    }

    /// Returns about `count` calls, some of every method.
    func calls(_ count: Int, seed: UInt64) throws -> [OddCall] {
        let texts = StateInterfaces.texts
        let methods = try FuzzCorpus(texts, seed: seed, variants: 1).calls.count
        let corpus = try FuzzCorpus(texts, seed: seed, variants: count / methods + 1)
        return try corpus.calls.compactMap { bytes in
            var server = ServerConnection()
            server.receive(bytes + [0])
            guard let call = try server.next(), call.method != Self.leaving else { return nil }
            var reader = JSONReader(call.parameters)
            return OddCall(
                name: call.method,
                parameters: try reader.value(),
                isOneway: call.oneway && call.method != Self.clearing,
                isStream: call.more
            )
        }
    }

    /// Returns calls with valid tokens and cursors in which one number is odd.
    func placeCalls() throws -> [OddCall] {
        let client = try Client(socket)
        for item in 1...3 { try client.save("film \(item)", 100) }
        return try Self.places.flatMap { method, member, isStream in
            let client = try Client(socket)
            try client.send(method, ["limit": 1], more: isStream)
            let place = try client.receive()[member]?.text ?? ""
            return Self.oddPlaces(place).map {
                OddCall(name: method, parameters: [member: .string($0)], isStream: isStream)
            }
        }
    }

    /// Returns texts that a place in a stream could be: it with one number more or another one.
    static func oddPlaces(_ place: String) -> [String] {
        let parts = place.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let numbers = Extremes.integers.map { String($0, radix: 36) }
        let odd = numbers.flatMap { number in
            parts.indices.map { index in
                var odd = parts
                odd[index] = number
                return odd.joined(separator: ".")
            } + [place + "." + number]
        }
        return odd + FuzzValues.strings
    }

    /// Makes a call, and reads the first reply to it if there is one.
    ///
    /// - Throws: an error if the reply is not valid, or the daemon is gone.
    func make(_ call: OddCall) throws {
        let client = try Client(socket)
        try client.send(
            call.name,
            call.parameters,
            oneway: call.isOneway,
            more: call.isStream
        )
        let isQuiet = call.isStream && call.name == Self.obeying
        if !call.isOneway, !isQuiet { _ = try client.receive() }
    }
}
