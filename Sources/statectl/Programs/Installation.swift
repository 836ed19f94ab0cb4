// SPDX-License-Identifier: Apache-2.0

enum Installation {
    /// The command, or advice in words, for installing all programs again.
    static var again: String { command(for: "stated") }

    static func command(for package: String) -> String {
        // Only packages install files in /usr/bin.
        guard ProgramFile.ownFolder == "/usr/bin" else { return "make install" }
        return ProgramFile.onPath("apt") == nil
            ? "install the package \(package) again" : "apt install --reinstall \(package)"
    }
}
