// SPDX-License-Identifier: Apache-2.0
import StateClient

/// A player without sound: it counts seconds, and resumes where it stopped.
///
/// Usage: `player ITEM [SECONDS]`
@main
struct Player {
    /// The length of everything that this player plays, in seconds.
    static let duration = 600.0

    /// The item's name in the daemon.
    let item: String
    /// The connection to the daemon.
    let client: StateClient
    /// The position, in seconds.
    var position = 0.0

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let item = arguments.first else { return print("usage: player ITEM [SECONDS]") }
        let seconds = arguments.dropFirst().first.flatMap { Int($0) } ?? 10
        var player = Player(item: item, client: try await StateClient.connect())
        try await player.resume()
        try await player.play(for: seconds)
        try await player.stop()
    }

    /// Continues at the item's resume point, if it has one.
    mutating func resume() async throws {
        do {
            position = try await client.resume(item: item).position
        } catch .notFound, .expired {
            position = 0
        }
        print("from \(position) s")
    }

    /// Plays for a number of seconds, and reports the position each second.
    mutating func play(for seconds: Int) async throws {
        for _ in 0..<seconds {
            try await Task.sleep(for: .seconds(1))
            position += 1
            try await client.tick(snapshot(.playing))
        }
    }

    /// Stores the position: once the call returns, it is on stable storage.
    func stop() async throws {
        let result = try await client.save(snapshot(position < Self.duration ? .paused : .finished))
        print("\(result.outcome) at \(position) s")
        await client.close()
    }

    /// Returns the state of playback.
    func snapshot(_ status: Status) -> Snapshot {
        Snapshot(
            item: item,
            player: "example",
            status: status,
            position: min(position, Self.duration),
            duration: Self.duration
        )
    }
}
