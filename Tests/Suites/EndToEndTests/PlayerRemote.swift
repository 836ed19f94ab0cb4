// SPDX-License-Identifier: Apache-2.0
import StateTesting

/// A person's hand on a player that is on the bus: systemd's busctl, blocking.
struct PlayerRemote {
    /// busctl did not do it.
    struct Failure: Error {
        /// The arguments of the command.
        let words: [String]
        /// Its exit status.
        let status: Int32
    }

    private static let path = "/org/mpris/MediaPlayer2"
    private static let interface = "org.mpris.MediaPlayer2.Player"

    private let address: String
    private let name: String

    /// A hand on the player of that name, which is there already.
    init(_ name: String, in harness: PlayersHarness) {
        address = harness.bus.address
        self.name = "org.mpris.MediaPlayer2.\(name)"
    }

    /// Where it is, in seconds.
    func position() throws -> Double {
        let said = try run("get-property", "Position")
        return (said.split(separator: " ").last.flatMap { Double($0) } ?? -1) / 1_000_000
    }

    /// Goes to a place, in seconds.
    func seek(_ position: Double) throws {
        let words = try run("get-property", "Metadata").split(separator: " ")
        let key = words.firstIndex(of: "\"mpris:trackid\"")
        let track = key.map { words[$0 + 2].filter { $0 != "\"" } } ?? "/"
        try run("call", "SetPosition", "ox", track, "\(Int(position * 1_000_000))")
    }

    /// `Pause`, `Play`, `Next` and the like.
    func press(_ button: String) throws {
        try run("call", button)
    }

    @discardableResult
    private func run(_ verb: String, _ words: String...) throws -> String {
        let pipe = try TestPipe()
        let all =
            ["--address=\(address)", verb, name, Self.path, Self.interface] + words
        let program = try Child("/usr/bin/busctl", all, environment: [:], output: pipe.input)
        pipe.closeInput()
        let status = program.wait()
        guard status == 0 else { throw Failure(words: all, status: status) }
        return verb == "call" ? "" : try pipe.line()
    }
}
