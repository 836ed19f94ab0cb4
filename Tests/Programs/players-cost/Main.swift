// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateTesting
import Varlink

/// Lets real players play for a while and prints what it costs to follow them.
@main
struct PlayersCost: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "players-cost",
        abstract: "Follows real players for a while, and prints what that costs."
    )

    /// The daemon's default, in seconds.
    private static let tickInterval = 2.0

    @Option(help: "How long each of them plays, in seconds.")
    var seconds = 120

    func run() throws {
        print("player                 bridge CPU  daemon CPU  commits  per tick interval")
        try measure("mpv, statectl play") { harness, film in
            let player = try PlayerProcess.play(film, for: harness.daemon)
            return Playing(bridge: player.pid, player: player) { try player.quit() }
        }
        try measure("mpv, mpv-mpris") { harness, film in
            let player = try harness.mpv(film)
            return Playing(bridge: try Self.bridge(of: harness), player: player) {
                try player.quit()
            }
        }
        try measure("VLC") { harness, film in
            let vlc = try harness.vlc([film])
            return Playing(bridge: try Self.bridge(of: harness), player: vlc) {
                vlc.signal(SIGKILL)
                _ = try vlc.waitForExit()
            }
        }
    }

    /// A player that plays.
    private struct Playing {
        /// The process that follows it.
        let bridge: pid_t
        /// The player, which ends with whoever holds it.
        let player: AnyObject
        /// Ends it.
        let end: () throws -> Void
    }

    private static func bridge(of harness: PlayersHarness) throws -> pid_t {
        guard let bridge = harness.bridge else { throw Failure("there is no bridge") }
        return bridge.pid
    }

    private func measure(
        _ name: String,
        _ play: (_ harness: PlayersHarness, _ film: String) throws -> Playing
    ) throws {
        let harness = try PlayersHarness()
        guard let daemon = harness.daemon.program?.pid else { throw Failure("no daemon runs") }
        let film = try harness.film("film.mkv", seconds: seconds + 60)
        let stream = try harness.stream()
        let playing = try play(harness, film)
        // What it takes to begin is not what it takes to go on.
        while try stream.next().at("point.position")?.number ?? 0 < 5 {}
        let before = try (Usage(playing.bridge), Usage(daemon), commits(harness))
        waitForWindow()
        let after = try (Usage(playing.bridge), Usage(daemon), commits(harness))
        let commits = after.2 - before.2
        let columns = [
            name.padded(to: 23),
            after.0.share(since: before.0).padded(to: 12),
            after.1.share(since: before.1).padded(to: 12),
            "\(commits)".padded(to: 9),
            "\(Double(commits) / Double(seconds) * Self.tickInterval)",
        ]
        print(columns.joined())
        try playing.end()
        withExtendedLifetime(playing.player) {}
    }

    /// Waits for as long as is measured.
    private func waitForWindow() {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        end.tv_sec += seconds
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
    }

    /// How often the daemon has written.
    private func commits(_ harness: PlayersHarness) throws -> Int {
        let statistics = try harness.daemon.client().service("GetMetrics")["text"]?.text ?? ""
        let line = statistics.split(separator: "\n").first { $0.hasPrefix("stated_commits_total ") }
        guard let count = line?.split(separator: " ").last.flatMap({ Int($0) }) else {
            throw Failure("the daemon does not say how often it has written")
        }
        return count
    }
}

/// What a process has used.
private struct Usage {
    private let processor: Int
    private let time: Int

    /// What it has used up to now.
    init(_ process: pid_t) throws {
        var clock = clockid_t()
        guard clock_getcpuclockid(process, &clock) == 0 else {
            throw Failure("process \(process) is gone")
        }
        processor = Self.nanoseconds(clock)
        time = Self.nanoseconds(CLOCK_MONOTONIC)
    }

    private static func nanoseconds(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// The share of a core: `0.12 %`.
    func share(since start: Usage) -> String {
        let share = Double(processor - start.processor) / Double(time - start.time)
        return "\((share * 100_000).rounded() / 1_000) %"
    }
}

private struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
