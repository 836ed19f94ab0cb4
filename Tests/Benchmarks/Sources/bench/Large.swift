// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The time that each command of statectl takes in a store with many resume points.
///
/// The commands run in one store, one after the other, as they would at a prompt: what one removes the
/// next one brings back.
struct Large {
    /// A command, and the time within which a person expects its result.
    private struct Line {
        var words: [String]
        /// The goal, in milliseconds.
        var goal: Double
        /// The number of runs whose median counts; 1 for a command that cannot be repeated.
        var runs = 5
    }

    /// The programs.
    var build: Plan.Build
    /// The directory of the store.
    var folder: String
    /// The number of resume points.
    var points: Int

    /// Runs the commands, and prints a table for people as it goes.
    func run() throws {
        guard let statectl = build.statectl else { throw Setup("--large needs --statectl") }
        setenv("XDG_STATE_HOME", folder + "/home", 1)
        let daemon = try Stated(build, folder: folder)
        let file = folder + "/points.jsonl"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        print(Self.row("\(points) resume points", ["ms", "goal", "daemon", "command"]))
        for line in lines(file) {
            let command = Command(words: [statectl, "--socket", daemon.socket] + line.words)
            let name = line.words.map { $0 == file ? "FILE" : $0 }.joined(separator: " ")
            let before = (daemon.cpu, CPU.ofChildren())
            let times = try (0..<line.runs).map { _ in
                let begin = nanoseconds()
                guard try command.run() == 0 else { throw Setup("statectl \(name) failed") }
                return Double(nanoseconds() - begin) / 1e6
            }
            let costs = [daemon.cpu - before.0, CPU.ofChildren() - before.1]
            let time = Row.median(times)
            let numbers = [time, line.goal] + costs.map { $0 * 1000 / Double(line.runs) }
            let mark = time > line.goal ? "  too long" : ""
            print(Self.row(name, numbers.map { String(Int($0.rounded())) }) + mark)
            fflush(nil)
        }
        print(
            "The daemon has \(CPU.resident(daemon.process.pid) >> 20) MiB. Costs are processor time in ms."
        )
    }

    private static func row(_ name: String, _ cells: [String]) -> String {
        name.padding(toLength: 44, withPad: " ", startingAt: 0)
            + cells.map { String(repeating: " ", count: max(0, 9 - $0.count)) + $0 }.joined()
    }

    private func lines(_ file: String) -> [Line] {
        let item = Self.item(points / 2)
        return [
            Line(words: ["import", file], goal: 2_000, runs: 1),
            Line(words: ["get", item], goal: 15),
            Line(words: ["save", "new.mkv", "--position", "61"], goal: 15),
            Line(words: ["list", "--limit", "20"], goal: 15),
            Line(words: ["status"], goal: 15),
            Line(words: ["history", item], goal: 15),
            Line(words: ["get", "film-\(points / 2).mkv"], goal: 15),
            Line(words: ["list"], goal: 1_000, runs: 3),
            Line(words: ["list", "--sort", "left", "--limit", "20"], goal: 1_000, runs: 3),
            Line(words: ["list", "--sort", "name"], goal: 1_000, runs: 3),
            Line(words: ["list", "--search", "Épisode 77"], goal: 1_000, runs: 3),
            Line(words: ["stats"], goal: 1_000, runs: 3),
            Line(words: ["export", "/dev/null"], goal: 1_000, runs: 3),
            Line(words: ["clear", "--player", "vlc"], goal: 2_000, runs: 1),
            Line(words: ["undo", "--all"], goal: 2_000, runs: 1),
            Line(words: ["clear", "--all", "--yes"], goal: 2_000, runs: 1),
        ]
    }

    private static func item(_ number: Int) -> String {
        "/home/anna/Videos/Series \(number % 997)/Season \(number % 7)/film-\(number).mkv"
    }

    /// The points as “statectl export” writes them; a quarter is of another player.
    private var text: String {
        let now = Int(Date().timeIntervalSince1970) * 1000
        return (0..<points).map { number in
            let scattered = number * 618_033_989 % points
            let member = { (name: String, value: String) in "\"\(name)\":\"\(value)\"" }
            let words = [
                member("item", Self.item(number)),
                member("player", number % 4 == 0 ? "vlc" : "mpv"),
                member("status", "paused"), member("title", "Épisode \(number), « L’été »"),
                member("device", "laptop"),
            ]
            let numbers =
                "\"position\":\(scattered % 5_000).25,\"duration\":5400,\"at\":\(now - 1000 * scattered % 86_000_000)"
            return "{\(words.joined(separator: ",")),\(numbers)}\n"
        }.joined()
    }
}
