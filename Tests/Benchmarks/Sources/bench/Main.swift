// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation

/// The command that compares the daemon with other servers, on the same work and at the same time.
@main
struct Bench: ParsableCommand {
    /// The name and the description of the command.
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure stated beside redis, mosquitto, SQLite and the disk itself."
    )

    /// The path of the daemon's program.
    @Option(help: "The daemon's program: a release build.")
    var stated: String

    /// The path of statectl's program, to measure it as well.
    @Option(help: "statectl's program, to time it as well.")
    var statectl: String?

    /// The directory with the programs of an earlier build; `nil` to measure beside other servers.
    @Option(
        help: "A folder with stated and statectl of an earlier build, to measure beside that alone."
    )
    var before: String?

    /// The number of rounds.
    @Option(help: "How many rounds, one server after the other in each.")
    var rounds = 5

    /// The time of a measurement in a round, in seconds.
    @Option(help: "How long each server is measured in a round, in seconds.")
    var seconds = 2.0

    /// The directory of the servers' data.
    @Option(help: "Where data lie while it runs: on the file system that is to be measured.")
    var folder = "."

    /// The path of the reports, without extension; `nil` to write none.
    @Option(help: "Where the table goes as JSON and as SVG; by default nowhere.")
    var output: String?

    /// The part of a name that selects cases; `nil` for all.
    @Option(help: "Only cases whose names hold this.")
    var only: String?

    /// The length of the endurance test in seconds; `nil` to run the comparison.
    @Option(
        help: "Only the daemon, under full load for so many seconds: stalls, and its log's size."
    )
    var endurance: Double?

    /// The number of items of each client in the endurance test.
    @Option(help: "How many items each of the 64 clients has in that.")
    var items = 1_000

    /// The number of resume points behind the commands that are timed; `nil` to run the comparison.
    @Option(help: "Only statectl's commands, in a store with so many resume points.")
    var large: Int?

    /// Runs the measurements and prints their tables.
    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let place = URL(fileURLWithPath: folder).appendingPathComponent("bench-\(getpid())")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        if let endurance {
            let folder = place.path
            print(
                try Endurance(program: stated, folder: folder, seconds: endurance, items: items)
                    .run()
            )
            return
        }
        if let large {
            let build = Plan.Build(stated: stated, statectl: statectl)
            return try Large(build: build, folder: place.path, points: large).run()
        }
        var report = Report(
            date: ISO8601DateFormatter().string(from: Date()),
            machine: Self.machine(),
            rounds: rounds
        )
        let plan = try Plan(
            build: Plan.Build(stated: stated, statectl: statectl),
            before: before.map {
                Plan.Build(
                    stated: $0 + "/stated",
                    statectl: statectl == nil ? nil : $0 + "/statectl"
                )
            },
            folder: place.path,
            window: Window(warmUp: min(0.4, seconds / 4), length: seconds)
        )
        for work in plan.works where only.map({ work.name.contains($0) }) ?? true {
            let rows = try work.run(rounds: rounds)
            report.rows += rows
            let part = Report(
                date: report.date,
                machine: report.machine,
                rounds: rounds,
                rows: rows
            )
            print(part.table)
            fflush(nil)
        }
        if before != nil { print("\n" + Comparison(report).table) }
        guard let output else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(report).write(to: URL(fileURLWithPath: output + ".json"))
        try report.plot.write(toFile: output + ".svg", atomically: true, encoding: .utf8)
        try (report.table + "\n").write(toFile: output + ".txt", atomically: true, encoding: .utf8)
    }

    private static func machine() -> String {
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
        return "\(ProcessInfo.processInfo.activeProcessorCount) × \(model ?? "processor"), Linux"
    }
}
