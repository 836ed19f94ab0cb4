// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Varlink

/// A daemon with something in its store, and an honest client of it.
final class Scene {
    /// The daemon was never started.
    private struct NotRunning: Error {}

    private static let stranger: UInt32 = 65_534

    private let daemon: DaemonProcess
    private let otherUser: Bool

    /// Starts a daemon and fills its store.
    init(otherUser: Bool) throws {
        self.otherUser = otherUser
        var setup = DaemonProcess.Setup(environment: ["WATCHDOG_USEC": "1000000"])
        if otherUser { setup.arguments = ["--multi-user", "true"] }
        daemon = try DaemonProcess(setup)
        let folder = daemon.directory.file("remote")
        mkdir(folder, 0o700)
        daemon.setup.arguments += ["--remote", "file://\(folder)"]
        chmod(daemon.directory.path, 0o755)
        try daemon.start()
        try Self.fill(try daemon.client())
        if otherUser {
            _ = try start("fill", milliseconds: 0, asStranger: true).waitForExit()
        }
    }

    /// Points with long titles, an item with a long history, and a player with a long queue.
    static func fill(_ client: Client) throws {
        for part in 0..<5 {
            let snapshots = (0..<500).map { index -> JSONValue in
                let number = part * 500 + index
                return .snapshot("film \(number)", 50, ["title": .string(title(number))])
            }
            try client.playback("SaveMany", ["snapshots": .array(snapshots)])
        }
        for number in 0..<60 {
            try client.save("often", 60 + 100 * Double(number), ["cause": "seek"])
        }
        let queue = JSONValue.array((0..<5_000).map { .string("queued \($0)") })
        try client.call(
            "io.stated.Session.SetQueue",
            ["player": "queued", "items": queue]
        )
    }

    /// As many different words as a search may have.
    static let pairs: String = {
        let letters = (0..<19).compactMap { Unicode.Scalar(0x61 + $0).map(String.init) }
        let words = letters.flatMap { first in letters.map { first + $0 } }
        return words.prefix(341).joined(separator: " ")
    }()

    /// Long titles: of marks that depend on their neighbours, of many characters, of one, and of the
    /// words of a search.
    private static func title(_ number: Int) -> String {
        switch number {
        case ..<500: return String(repeating: "कु", count: 80)
        case ..<1_000:
            let characters = (0..<160).compactMap {
                Unicode.Scalar(0x4E00 + (number * 160 + $0) % 20_000)
            }
            return String(String.UnicodeScalarView(characters))
        case ..<2_000: return String(repeating: "t", count: 500)
        default: return pairs
        }
    }

    /// Runs an attack beside honest clients of this daemon and of one that nobody attacks.
    func measure(
        _ attack: Attack,
        for duration: Duration,
        within limits: Limits,
        beside control: Scene
    ) throws -> Report {
        guard let pid = daemon.program?.pid else { throw NotRunning() }
        let before = try DaemonFiles.anonymousBytes(of: pid)
        var heartbeat = Heartbeat(daemon.manager, pid: pid)
        // It is killed before its time is up, once the honest client has saved often enough.
        let attacker = try start(
            attack.name,
            milliseconds: Int((duration + Honest.maximum) / .milliseconds(1)),
            asStranger: otherUser && !attack.isByNewUsers
        )
        var peak = before
        var controlTimes: [Duration] = []
        let other = try control.daemon.client()
        var number = 0
        func look() throws {
            peak = max(peak, try DaemonFiles.anonymousBytes(of: pid))
            number += 1
            let begin = ContinuousClock.now
            try other.save("control", 10 + Double(number % 3_000), ["cause": "seek"])
            controlTimes.append(ContinuousClock.now - begin)
            heartbeat.listen()
            // A socket that nobody reads would stop the other daemon's beats.
            _ = control.daemon.manager.heard()
        }
        let honest = Honest(socket: daemon.socket, pid: pid)
        func areEnough(_ times: [Duration]) -> Bool {
            limits.areJudged(by: Latencies(times), beside: Latencies(controlTimes))
        }
        let during = try honest.run(for: duration, until: areEnough, look)
        attacker.signal(SIGKILL)
        _ = try attacker.waitForExit()
        // What the attacker left behind is still carried out, and its connections are closed.
        let after = try honest.run(
            for: .milliseconds(500),
            until: { areEnough(during + $0) },
            look
        )
        let times = during + after
        let settled = try settle(pid, to: before)
        return Report(
            name: attack.name,
            times: Latencies(times),
            control: Latencies(controlTimes),
            missedBeats: heartbeat.longestSilence,
            memory: (before, peak, settled),
            complaint: complaint
        )
    }

    /// The last line of the log that names the neighbour; `nil` if there is none.
    private var complaint: String? {
        daemon.log.split(separator: "\n").last { $0.contains("peer.pid") }.map {
            String($0.dropFirst(25))
        }
    }

    /// Waits until the daemon has given back the memory, for a while.
    ///
    /// It first carries out the one-way calls that arrived before the attacker was killed, which
    /// takes seconds.
    private func settle(_ pid: pid_t, to before: Int) throws -> Int {
        var left = Int.max
        for _ in 0..<100 {
            left = try DaemonFiles.anonymousBytes(of: pid)
            if left < before + Report.memoryAfterwards << 20 { break }
            poll(nil, 0, 100)
        }
        return left
    }

    private func start(
        _ attack: String,
        milliseconds: Int,
        asStranger: Bool
    ) throws -> DaemonProgram {
        var words = [
            try DaemonProcess.executable("neighbours"), "attack", attack, daemon.socket,
            "\(milliseconds)",
        ]
        if asStranger {
            // The program lies where another user need not be able to look.
            try daemon.directory.copy(words[0], as: "neighbours")
            words[0] = daemon.directory.file("neighbours")
            chmod(words[0], 0o755)
            words = ["/usr/bin/setpriv", "--reuid", "\(Self.stranger)", "--clear-groups"] + words
        }
        return try DaemonProgram(
            words,
            environment: ["PATH": "/usr/bin:/bin", "LD_LIBRARY_PATH": Self.libraries],
            output: daemon.directory.file("attacker.log")
        )
    }

    private static var libraries: String {
        getenv("LD_LIBRARY_PATH").map { String(cString: $0) } ?? ""
    }
}
