// SPDX-License-Identifier: Apache-2.0
import StateClient

/// A player without sound: it counts seconds, resumes where it stopped, and obeys other programs.
///
/// Usage: `player ITEM [SECONDS]`
@main
actor Player {
    /// The length of everything that this player plays, in seconds.
    static let duration = 600.0

    /// The item's name in the daemon.
    let item: String
    /// The session of the player.
    let session: PlayerSession
    /// The position, in seconds.
    var position = 0.0
    /// True while it plays.
    var isPlaying = true

    /// Creates the player of an item, and attaches it to the daemon.
    init(item: String) throws {
        self.item = item
        session = try PlayerSession(
            player: "example",
            label: "Example",
            obeys: [.play, .pause, .toggle, .seek]
        )
    }

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let item = arguments.first else { return print("usage: player ITEM [SECONDS]") }
        let player = try Player(item: item)
        await player.resume()
        async let requests: Void = player.obey()
        try await player.play(for: arguments.dropFirst().first.flatMap { Int($0) } ?? 10)
        try await player.stop()
        try await requests
    }

    /// Continues at the item's resume point, if it has one.
    func resume() async {
        // Without a daemon, playback starts at the beginning, and the reports are sent later.
        position = (try? await session.resume(item))?.position ?? 0
        print("from \(position) s")
    }

    /// Reports the state of playback.
    func report(_ status: Status, cause: Cause? = nil) throws {
        try session.report(
            Snapshot(
                item: item,
                player: session.player,
                status: status,
                position: min(position, Self.duration),
                duration: Self.duration,
                cause: cause
            )
        )
    }

    /// Plays for a number of seconds, and reports the position each second.
    func play(for seconds: Int) async throws {
        for _ in 0..<seconds {
            try await Task.sleep(for: .seconds(1))
            guard isPlaying else { continue }
            position += 1
            try report(.playing)
        }
    }

    /// Takes the actions that other programs request.
    func obey() async throws {
        for await request in session.requests {
            switch request.action {
            case .play: isPlaying = true
            case .pause: isPlaying = false
            case .toggle: isPlaying.toggle()
            case .seek: position = max(0, request.position ?? position + (request.offset ?? 0))
            default:
                request.refuse("it plays a single item")
                continue
            }
            try report(isPlaying ? .playing : .paused, cause: request.action == .seek ? .seek : nil)
            request.done(isPlaying: isPlaying, position: position)
        }
    }

    /// Reports the end, and leaves once the daemon has stored everything.
    func stop() async throws {
        try report(position < Self.duration ? .paused : .finished, cause: .stop)
        let unstored = await session.close()
        print(unstored == 0 ? "stored at \(position) s" : "the daemon has not stored the position")
    }
}
