// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateTesting
import Varlink

/// Measures an honest client's Saves beside bad neighbours, a few for each kind of cost.
@main
struct Neighbours: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "neighbours",
        abstract: "Measures an honest client's Saves beside bad neighbours.",
        discussion: """
            Each attack runs for a while in a process of its own. Beside it an honest client saves to \
            the daemon, and another one to a daemon without attackers: the second one shows how long \
            the machine itself takes. Time in which the daemon's event loops or the client had no \
            processor does not count. An attack that misses the limit of 99 of 100 Saves goes on until \
            there are 300 Saves. The exit status is 1 if a limit was missed.
            """,
        subcommands: [Measure.self, Strike.self],
        defaultSubcommand: Measure.self
    )
}

/// Carries out one attack.
struct Strike: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "attack", shouldDisplay: false)

    @Argument var name: String
    @Argument var socket: String
    @Argument var milliseconds: Int

    func run() throws {
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            limit.rlim_cur = limit.rlim_max
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        if name == "fill" { return try Scene.fill(try Client(socket)) }
        guard let attack = Attack.all.first(where: { $0.name == name }) else {
            throw ValidationError("there is no attack “\(name)”")
        }
        Attacker(attack: attack, socket: socket, duration: .milliseconds(milliseconds)).run()
    }
}

/// Carries out all attacks, one after the other.
struct Measure: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "measure")

    @Option(help: "The time that each attack goes on, in milliseconds.")
    var milliseconds = 1_000

    @Option(help: "Only attacks whose names contain this.")
    var only = ""

    @Flag(help: "Let another user attack a daemon for all users (needs root).")
    var otherUser = false

    @Option(help: "The most that 99 of 100 Saves may take, in milliseconds.")
    var p99 = 20.0

    @Option(help: "The most that one Save may take, in milliseconds.")
    var longest = 100.0

    @Option(help: "The most memory that the daemon may hold beyond what it held before, in MiB.")
    var memory = 200

    func run() throws {
        let attacks = Attack.all.filter { attack in
            (only.isEmpty || attack.name.contains(only)) && (otherUser || !attack.isByNewUsers)
        }
        let control = try Scene(otherUser: false)
        let scene = try Scene(otherUser: otherUser)
        let limits = Limits(
            p99: .milliseconds(p99),
            longest: .milliseconds(longest),
            memory: memory << 20
        )
        print(Report.heading)
        var failed = 0
        for attack in attacks {
            let report = try scene.measure(
                attack,
                for: .milliseconds(milliseconds),
                within: limits,
                beside: control
            )
            let faults = report.faults(limits)
            if !faults.isEmpty { failed += 1 }
            print(
                report.line + (faults.isEmpty ? "" : "  MISSED " + faults.joined(separator: ", "))
            )
            fflush(nil)
        }
        print("\(attacks.count - failed) passed, \(failed) failed")
        if failed > 0 { throw ExitCode.failure }
    }
}
