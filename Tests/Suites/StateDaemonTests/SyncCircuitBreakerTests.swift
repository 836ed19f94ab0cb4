// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import StateDaemon

@Suite struct `The crash counter of sync` {
    private static let hour = 3_600
    private static let died = 1_000_000

    /// A line of the record.
    private static func line(
        at: Int = died,
        version: String = "stated 1",
        remote: String = "file:///a"
    ) -> String {
        "SIGILL\t\(at)\t\(version)\t\(remote)\t/a/devices/1.seg\n"
    }

    private static func verdict(_ record: String, now: Int = died + 60) -> String {
        let breaker = SyncCircuitBreaker(record: record, fields: ["stated 1", "file:///a"])
        return switch breaker.verdict(now: now) {
        case .free: "free"
        case .careful: "careful"
        case .held: "held"
        }
    }

    @Test(arguments: [
        ("no death: kill -9 and power cuts leave no record", "", "free"),
        ("one death", line(), "careful"),
        ("two deaths", line() + line(), "held"),
        (
            "one death of this version, one of another", line() + line(version: "stated 0"),
            "careful"
        ),
        ("two deaths of another version", line(version: "0") + line(version: "0"), "free"),
        ("two deaths with another remote", line(remote: "nats://b") + line(remote: "x"), "free"),
        ("a line that was cut off", line() + "SIGILL\t1000", "careful"),
        ("lines that are none", "\n\t\t\t\t\nx\n\0\n" + line(), "careful"),
        ("a time that is no number", "SIGILL\tx\tstated 1\tfile:///a\tw\n", "free"),
    ])
    func `crashes of this version with this remote are counted, and no others`(
        name: String,
        record: String,
        verdict: String
    ) {
        #expect(Self.verdict(record) == verdict, "\(name)")
    }

    @Test(arguments: [
        (2, hour - 1, "held"), (2, hour, "careful"),
        (3, 2 * hour - 1, "held"), (3, 2 * hour, "careful"),
        (6, 16 * hour - 1, "held"), (6, 16 * hour, "careful"),
        (7, 24 * hour - 1, "held"), (7, 24 * hour, "careful"),
        (900, 24 * hour - 1, "held"), (900, 24 * hour, "careful"),
        (2, -1, "careful"), (900, .max, "careful"),
    ])
    func `the delay until the next attempt to sync doubles`(
        deaths: Int,
        later: Int,
        verdict: String
    ) {
        let record = (0..<deaths).map { _ in Self.line() }.joined()
        #expect(Self.verdict(record, now: Self.died &+ later) == verdict)
    }

    @Test func `the message about crashes during sync names the file, the signal and the remedy`() {
        let breaker = SyncCircuitBreaker(
            record: Self.line() + Self.line(),
            fields: ["stated 1", "file:///a"]
        )
        guard case .held(let reason) = breaker.verdict(now: Self.died) else {
            Issue.record("not held")
            return
        }
        for part in ["crashed 2 times", "/a/devices/1.seg", "SIGILL", "statectl sync now"] {
            #expect(reason.contains(part))
        }
    }
}
