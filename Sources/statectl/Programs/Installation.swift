// SPDX-License-Identifier: Apache-2.0

/// The way in which the programs were installed.
enum Installation {
    /// The command, or advice in words, that installs all programs and their files again.
    static var again: String { command(for: "stated") }

    /// Returns the command, or advice in words, that installs the files of a package again.
    static func command(for package: String) -> String {
        // Files in /usr belong to a package; “make install” uses other directories.
        guard ProgramFile.ownFolder == "/usr/bin" else { return "make install" }
        return ProgramFile.onPath("apt") == nil
            ? "install the package \(package) again" : "apt install --reinstall \(package)"
    }
}
