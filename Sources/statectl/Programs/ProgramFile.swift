// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

enum ProgramFile {
    static var ownFolder: String? {
        FilePath.target(of: "/proc/self/exe").map(Directory.parent)
    }

    /// Returns the path of a program beside this one, or else in PATH; `nil` if there is none.
    static func beside(_ name: String) -> String? {
        if let own = ownFolder.map({ "\($0)/\(name)" }), isProgram(own) { return own }
        return onPath(name)
    }

    static func onPath(_ name: String) -> String? {
        let folders = (Environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first(where: isProgram)
    }

    /// Returns the path of an installed data file, such as `mpv/stated.lua`; `nil` if there is
    /// none.
    static func shared(_ name: String) -> String? {
        let own = ownFolder.map { "\($0)/../share/stated/\(name)" }
        let places = [own, "/usr/local/share/stated/\(name)", "/usr/share/stated/\(name)"]
        return places.compactMap(\.self).first { access($0, R_OK) == 0 }.map(FilePath.plain)
    }

    private static func isProgram(_ path: String) -> Bool {
        access(path, X_OK) == 0 && !FilePath.isFolder(path)
    }
}

/// The user's directories, as in the XDG Base Directory Specification.
enum UserFolder {
    static var configuration: String { folder("XDG_CONFIG_HOME", ".config") }
    static var state: String { folder("XDG_STATE_HOME", ".local/state") }
    static var home: String { Environment["HOME"] ?? "/" }

    private static func folder(_ variable: String, _ usual: String) -> String {
        if let named = Environment[variable], named.hasPrefix("/") { return named }
        return "\(home)/\(usual)"
    }
}
