// SPDX-License-Identifier: Apache-2.0

/// A run of `statectl` to its end.
package struct StatectlRun {
    /// Its exit.
    package let exit: DaemonProgram.Exit
    /// Its output, including errors.
    package let said: String

    /// The lines of its output.
    package var lines: [String] { said.split(separator: "\n").map(String.init) }
}

extension DaemonProcess {
    /// Runs `statectl` for this daemon.
    @discardableResult
    package func statectl(_ words: String...) throws -> StatectlRun {
        try statectl(words)
    }

    /// Runs `statectl` for this daemon, with more variables than those of every player.
    package func statectl(
        _ words: [String],
        environment: [String: String] = [:]
    ) throws -> StatectlRun {
        let output = directory.file("statectl.out")
        directory.remove("statectl.out")
        let program = try DaemonProgram(
            [try Self.executable("statectl")] + words,
            environment: try PlayerProcess.environment(directory, socket)
                .merging(environment) { $1 },
            output: output
        )
        let exit = try program.waitForExit()
        let said = String(decoding: try DaemonFiles.read(output), as: UTF8.self)
        return StatectlRun(exit: exit, said: said)
    }
}
