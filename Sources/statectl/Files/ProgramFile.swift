// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The programs and files that were installed together with this one.
enum ProgramFile {
    /// The directory of this program; `nil` if it is unknown.
    static var ownFolder: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        guard let slash = own.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(decoding: own[..<slash], as: UTF8.self)
    }

    /// Returns the path of a program beside this one, or else on the PATH.
    static func beside(_ name: String) -> String? {
        if let own = ownFolder.map({ "\($0)/\(name)" }), isProgram(own) { return own }
        return onPath(name)
    }

    /// Returns the path of a program on the PATH; `nil` if there is none.
    static func onPath(_ name: String) -> String? {
        let folders = (Environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first(where: isProgram)
    }

    /// Returns the path of an installed file, such as `mpv/stated.lua`; `nil` if there is none.
    static func shared(_ name: String) -> String? {
        let own = ownFolder.map { "\($0)/../share/stated/\(name)" }
        let places = [own, "/usr/local/share/stated/\(name)", "/usr/share/stated/\(name)"]
        return places.compactMap(\.self).first { access($0, R_OK) == 0 }.map(FilePath.plain)
    }

    private static func isProgram(_ path: String) -> Bool {
        access(path, X_OK) == 0 && !WatchLaterFolder.isFolder(path)
    }
}

/// Functions for the paths of files.
enum FilePath {
    /// Returns a path without links and dots, as far as the file exists.
    static func plain(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    /// Returns the directory of a path; `/` and `.` are their own.
    static func folder(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the first MiB of a file; `nil` if it cannot be read.
    static func content(_ path: String) -> [UInt8]? {
        content(path, most: 1 << 20)
    }

    /// Returns the content of a file of any size; `nil` if it cannot be read.
    static func wholeContent(_ path: String) -> [UInt8]? {
        content(path, most: .max)
    }

    private static func content(_ path: String, most: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < most {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Creates a directory and those above it, for this user alone; returns the errno of a failure.
    static func makeFolder(_ path: String) -> Int32? {
        if WatchLaterFolder.isFolder(path) { return nil }
        let above = folder(path)
        if above != path, let failure = makeFolder(above) { return failure }
        return mkdir(path, 0o700) == 0 || errno == EEXIST ? nil : errno
    }
}

/// The user's directories, after the XDG Base Directory Specification.
enum UserFolder {
    /// The directory of configuration files.
    static var configuration: String { folder("XDG_CONFIG_HOME", ".config") }
    /// The directory of state files.
    static var state: String { folder("XDG_STATE_HOME", ".local/state") }
    /// The user's home directory.
    static var home: String { Environment["HOME"] ?? "/" }

    private static func folder(_ variable: String, _ usual: String) -> String {
        if let named = Environment[variable], named.hasPrefix("/") { return named }
        return "\(home)/\(usual)"
    }
}
