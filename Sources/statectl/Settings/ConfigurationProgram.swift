// SPDX-License-Identifier: Apache-2.0

struct ConfigurationProgram {
    let path: String
    let options: [String]

    init?(options: [String] = []) {
        guard let path = ProgramFile.beside("stated") else { return nil }
        self.path = path
        self.options = options
    }

    /// The reason why the program cannot run, such as a missing library; `nil` if it can.
    var obstacle: String? {
        let run = ToolRun.run([path, "--version"])
        guard !run.hasSucceeded else { return nil }
        return (run.firstError ?? "\(path) ended with status \(run.status) and no message")
            .visible
    }

    /// Returns the faults of the configuration, and those of values in the file that a variable of
    /// the environment covers.
    func faults(file: String? = nil) -> [String] {
        let faults = faults("--check-config", file, timeoutSeconds: 20)
        guard !Self.variables.isEmpty else { return faults }
        return faults
            + self.faults("--check-config", file, timeoutSeconds: 20, below: Self.bare)
            .filter { !faults.contains($0) }
    }

    func obstacle(file: String) -> String? {
        // The program has a timeout itself, `sync-timeout`, of at most ten minutes.
        faults("--check-remote", file, timeoutSeconds: 660).first
    }

    /// Returns true if a file sets a key to a value, compared with the same value as an argument.
    func reads(_ value: String, for key: String, file: String) -> Bool {
        let values = [[], ["--\(key)=\(value)"]].map { arguments in
            let words = Self.bare + [path, "--print-config"] + chosen(file) + arguments
            let run = ToolRun.run(words)
            return run.hasSucceeded
                ? Setting.parse(run.output).map { [$0.key, $0.value] } : nil
        }
        return values[0] != nil && values[0] == values[1]
    }

    /// The variables of the environment that set keys.
    private static let variables = Environment.names(startingWith: "STATED_")
        .filter { $0 != "STATED_CONFIG" }

    /// The words that run a program without these variables.
    private static let bare =
        variables.isEmpty ? [] : ["/usr/bin/env"] + variables.flatMap { ["-u", $0] }

    private func faults(
        _ option: String,
        _ file: String?,
        timeoutSeconds: Int,
        below prefix: [String] = []
    ) -> [String] {
        let words = prefix + [path, option] + chosen(file)
        let run = ToolRun.run(words, timeoutSeconds: timeoutSeconds)
        guard !run.hasSucceeded else { return [] }
        guard !run.errors.isEmpty else {
            return ["\(path) \(option) ended with status \(run.status) and no message"]
        }
        return run.errors.split(separator: "\n").map { line in
            line.hasPrefix("stated: ") ? String(line.dropFirst("stated: ".count)) : String(line)
        }
    }

    /// Returns the values in effect; `nil` if the configuration has errors.
    func settings(file: String? = nil) -> [Setting]? {
        let run = ToolRun.run([path, "--print-config"] + chosen(file))
        return run.hasSucceeded ? Setting.parse(run.output) : nil
    }

    private func chosen(_ file: String?) -> [String] {
        options + (file.map { ["--config", $0] } ?? [])
    }
}
