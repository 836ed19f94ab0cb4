// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The search for the scripts of this project in mpv's configuration.
struct MPVSurvey {
    /// The name of the script.
    static let script = "stated.lua"
    private let home = UserFolder.home

    /// The directory of mpv's configuration.
    var folder: String {
        let usual = "\(UserFolder.configuration)/mpv"
        let old = "\(home)/.mpv"
        return !WatchLaterFolder.isFolder(usual) && WatchLaterFolder.isFolder(old) ? old : usual
    }

    /// The facts about mpv and its script.
    var facts: MPVFacts {
        let installed = ProgramFile.shared("mpv/\(Self.script)")
        let text = ["mpv.conf", "config"].lazy.compactMap { FilePath.content("\(folder)/\($0)") }
            .first
        let named = Self.scripts(inConfiguration: String(decoding: text ?? [], as: UTF8.self))
            .map(expanded)
        let usual = "\(folder)/scripts/\(Self.script)"
        var status = stat()
        let loaded = named + (lstat(usual, &status) == 0 ? [usual] : [])
        return MPVFacts(
            isInstalled: ProgramFile.onPath("mpv") != nil,
            findsProgram: ProgramFile.onPath("statectl") != nil,
            scripts: loaded.map { path in
                let content = FilePath.content(path)
                return MPVFacts.Script(
                    path: path,
                    exists: content != nil,
                    isCurrent: content == installed.flatMap(FilePath.content)
                )
            },
            installed: installed
        )
    }

    /// Returns the scripts of this project that mpv.conf(5) names.
    static func scripts(inConfiguration text: String) -> [String] {
        text.split(separator: "\n").flatMap { line -> [String] in
            let parts = line.split(separator: "=", maxSplits: 1)
            let key = parts.first.map { $0.filter { !$0.isWhitespace && $0 != "-" } } ?? ""
            guard parts.count == 2, ["script", "scripts", "scriptsappend"].contains(key) else {
                return []
            }
            let value = parts[1].split(separator: "#", omittingEmptySubsequences: false)[0]
            let paths = key == "scripts" ? value.split(separator: ":") : [value]
            return paths.map { Self.bare(String($0)) }
                .filter { $0.hasSuffix("/\(script)") || $0 == script }
        }
    }

    /// The socket that mpv.conf(5) names for other programs; `nil` if it names none.
    var socket: String? {
        let text = FilePath.content("\(folder)/mpv.conf").map {
            String(decoding: $0, as: UTF8.self)
        }
        let lines = (text ?? "").split(separator: "\n").map { $0.filter { !$0.isWhitespace } }
        let named = lines.last { $0.hasPrefix("input-ipc-server=") }
        return named.map { expanded(Self.bare(String($0.dropFirst("input-ipc-server=".count)))) }
    }

    /// Returns a value without quotes and surrounding spaces.
    private static func bare(_ value: String) -> String {
        var rest = value[...]
        while let first = rest.first, first.isWhitespace || "\"'".contains(first) {
            rest.removeFirst()
        }
        while let last = rest.last, last.isWhitespace || "\"'".contains(last) { rest.removeLast() }
        return String(rest)
    }

    /// Returns a path of mpv.conf(5) without abbreviations of directories.
    private func expanded(_ path: String) -> String {
        for (prefix, folder) in [("~~/", folder), ("~~home/", folder), ("~/", home)]
        where path.hasPrefix(prefix) {
            return "\(folder)/\(path.dropFirst(prefix.count))"
        }
        return path
    }
}
