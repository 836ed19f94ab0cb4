// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting

/// The times that the calls of an honest client took.
struct Latencies {
    private var sorted: [Duration]

    /// The times of calls, in any order.
    init(_ times: [Duration]) {
        sorted = times.sorted()
    }

    /// The number of calls.
    var count: Int { sorted.count }

    /// The longest.
    var longest: Duration { sorted.last ?? .zero }

    /// The time that the given share of calls did not exceed.
    func quantile(_ share: Double) -> Duration {
        guard !sorted.isEmpty else { return .zero }
        return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }
}

/// Saves now and then, as a player does that wants an answer.
struct Honest {
    /// The daemon's socket.
    let socket: String
    /// The daemon's process.
    let pid: pid_t

    /// The time for which it may go on until there are enough Saves to judge by.
    static let maximum = Duration.seconds(30)

    /// Saves until the time is up and the Saves are enough; every tenth Save comes over a
    /// connection of its own.
    ///
    /// - Parameters:
    ///   - duration: The least time for which it goes on.
    ///   - areEnough: Says, after that time, whether the Saves so far are enough; it goes on until
    ///     they are, at most for ``maximum``.
    ///   - pause: The time between two Saves.
    ///   - look: Called after each Save.
    /// - Returns: The times of the Saves, connecting included where there is a new connection, and
    ///   waits for a processor not.
    /// - Throws: An error of a connection, or what `look` throws.
    func run(
        for duration: Duration,
        until areEnough: ([Duration]) -> Bool = { _ in true },
        pause: Duration = .milliseconds(4),
        _ look: () throws -> Void
    ) throws -> [Duration] {
        var times: [Duration] = []
        let client = try Client(socket)
        let begin = ContinuousClock.now
        func isOver(at now: ContinuousClock.Instant) -> Bool {
            now >= begin + duration
                && (now >= begin + Self.maximum || areEnough(times))
        }
        var number = 0
        var wait = ProcessorWait(daemon: pid)
        while !isOver(at: .now) {
            number += 1
            _ = wait.sinceLastCall()
            let begin = ContinuousClock.now
            let caller = number.isMultiple(of: 10) ? (try? Client(socket)) ?? client : client
            do {
                try caller.save(
                    "honest",
                    10 + Double(number % 3_000),
                    ["cause": "seek", "player": "honest"]
                )
            } catch is Client.Closed where caller !== client {
                // There is no room for another connection; the one that there is goes on.
                continue
            }
            let time = ContinuousClock.now - begin
            times.append(max(.zero, time - wait.sinceLastCall()))
            try look()
            poll(nil, 0, Int32(pause / .milliseconds(1)))
        }
        return times
    }
}
