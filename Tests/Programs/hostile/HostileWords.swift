// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import StateConfiguration
import StateTesting
import Varlink

/// Odd words for statectl, odd files that it imports, and odd values of the configuration.
struct HostileWords {
    private let daemon: DaemonProcess
    private let commands: [Command]
    private var random: FuzzRandom

    /// A command, by the description that the program prints of itself.
    private struct Command {
        let words: [String]
        /// The names of operands' values.
        let operands: [String]
        /// The options that take a value, with the names of their values.
        let options: [(name: String, value: String)]
    }

    /// Values by the names that the manual gives them; any other is a file.
    private static let usual = [
        "time": "10:00", "when": "2026-11-20", "span": "30d", "count": "5", "number": "5",
        "revision": "1", "id": "1", "ids": "1", "place": "1", "player": "mpv", "status": "paused",
        "cause": "seek", "json": "{}", "parameters": "{}", "method": "io.stated.Playback.List",
        "key": "ttl", "value": "30d", "topic": "score", "source": "json", "order": "item",
        "kind": "saved", "state": "pending", "template": "{{item}}",
    ]
    /// Commands that end the sync of the daemon, or that start other programs.
    private static let left: Set = [
        "play", "bridge", "setup", "sync setup", "sync leave", "sync move", "restore",
    ]
    private static let odd: [String] = {
        let numbers = Extremes.integers.map(String.init) + Extremes.doubles.map { "\($0)" }
        let forms = ["", "d", "y", "h", ":00", ":59:59", "-01-01", "%", " days ago", "GiB", "ms"]
        return FuzzValues.strings.map { $0.filter { $0 != "\0" } }
            + numbers.flatMap { number in forms.map { number + $0 } }
            + numbers.flatMap { ["0:" + $0, "+" + $0, "2026-" + $0 + "-01", "2026-11-20T" + $0] }
    }()

    /// Creates words for the programs of a daemon.
    ///
    /// - Throws: an error if statectl does not describe itself.
    init(_ daemon: DaemonProcess, seed: UInt64) throws {
        self.daemon = daemon
        random = FuzzRandom(seed: seed)
        let help = try daemon.statectl("--experimental-dump-help").said
        var reader = JSONReader(Array(help.utf8))
        commands = Self.commands(in: try reader.value()["command"] ?? [:], [])
    }

    private static func commands(in description: JSONValue, _ before: [String]) -> [Command] {
        let name = description["commandName"]?.text ?? ""
        let words = before + (name == "statectl" ? [] : [name])
        if left.contains(words.joined(separator: " ")) { return [] }
        let inner = description["subcommands"]?.elements ?? []
        if !inner.isEmpty { return inner.flatMap { commands(in: $0, words) } }
        let arguments = description["arguments"]?.elements ?? []
        func all(_ kind: String) -> [JSONValue] { arguments.filter { $0["kind"]?.text == kind } }
        return [
            Command(
                words: words,
                operands: all("positional").compactMap { $0["valueName"]?.text },
                options: all("option").compactMap { option in
                    guard let name = option.at("preferredName.name")?.text, name != "socket",
                        name != "config", let value = option["valueName"]?.text
                    else { return nil }
                    return (name, value)
                }
            )
        ]
    }

    private mutating func word(_ name: String) -> String {
        random.once(in: 2) ? random.pick(Self.odd) : Self.usual[name] ?? "film 1"
    }

    /// Runs statectl with odd words; returns them.
    mutating func command() throws -> String {
        let command = random.pick(commands)
        var words = command.words
        for (name, value) in command.options where random.once(in: 3) {
            words.append("--\(name)=\(word(value))")
        }
        if random.once(in: 4) { words.append("--json") }
        words += random.once(in: 2) ? [] : ["--"]
        words += command.operands.map { word($0) }
        return try run(words)
    }

    /// Imports a file with odd values; returns the command line.
    mutating func importing() throws -> String {
        var mutations = FuzzMutations(random: random)
        defer { random = mutations.random }
        let isJSON = mutations.random.once(in: 2)
        let text = isJSON ? Array(try daemon.statectl("export").said.utf8) : Self.watchLater
        let file = daemon.directory.file("imported")
        try DaemonFiles.write(mutations.mutate(text, with: text), to: file)
        return try run(["import", "--from", isJSON ? "json" : "mpv", file])
    }

    private static let watchLater = Array("# /films/alien.mkv\nstart=3723.500000\nvolume=90\n".utf8)

    private func run(_ words: [String]) throws -> String {
        let output = daemon.directory.file("statectl.out")
        daemon.directory.remove("statectl.out")
        let environment = try PlayerProcess.environment(daemon.directory, daemon.socket)
        let program = try DaemonProgram(
            ["/usr/bin/env", "-C", daemon.directory.path, "timeout", "-s", "KILL", "5"]
                + [try DaemonProcess.executable("statectl")]
                + words,
            environment: environment.merging(["EDITOR": "true"]) { $1 },
            output: output
        )
        let name = "statectl \(words)"
        let exit = try program.waitForExit()
        // A command that goes on is ended after a while.
        if exit != .signal(SIGKILL), exit != .status(137) {
            guard case .status(let status) = exit, status != 70, status < 128 else {
                let said = String(
                    decoding: try DaemonFiles.read(output).suffix(2_000),
                    as: UTF8.self
                )
                throw Harm(cause: name, fault: "\(exit)\n\(said)")
            }
        }
        return name
    }

    /// Starts a daemon with an odd value of one key; returns the value.
    ///
    /// - Throws: ``Harm`` if it neither refuses the value nor runs with it.
    mutating func key() throws -> String {
        let names = ConfigurationKey.all.map(\.name).filter { !["socket", "store"].contains($0) }
        let name = "--\(random.pick(names))=\(random.pick(Self.odd))"
        let other = try DaemonProcess(DaemonProcess.Setup(name))
        do {
            try other.start()
            // A limit may be so low that a call is refused.
            _ = try? other.client().save("film", 100)
            guard try other.stop() == .status(0) else {
                throw Harm(cause: name, fault: "\(other.log.suffix(2_000))")
            }
        } catch let refusal as DaemonProcess.NotReady {
            guard case .status(let status) = refusal.exit, status < 128, status != 70 else {
                throw Harm(cause: name, fault: "\(refusal)")
            }
        }
        return name
    }
}
