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

    func faults(file: String? = nil) -> [String] {
        faults("--check-config", file, timeoutSeconds: 20)
    }

    func obstacle(file: String) -> String? {
        // The program has a timeout itself, `sync-timeout`, of at most ten minutes.
        faults("--check-remote", file, timeoutSeconds: 660).first
    }

    private func faults(_ option: String, _ file: String?, timeoutSeconds: Int) -> [String] {
        let run = ToolRun.run([path, option] + chosen(file), timeoutSeconds: timeoutSeconds)
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
