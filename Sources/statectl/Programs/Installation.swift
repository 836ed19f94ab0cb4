// SPDX-License-Identifier: Apache-2.0

enum Installation {
    /// The command that installs all programs again.
    static var again: String { command(for: "stated") }

    static func command(for package: String) -> String {
        // By default, only packages install files in /usr/bin.
        guard ProgramFile.ownFolder == "/usr/bin" else { return "make install" }
        return ProgramFile.onPath("apt") == nil
            ? "make install PREFIX=/usr" : "apt install --reinstall \(package)"
    }
}
