// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The search for this project's script in mpv's configuration.
struct MPVSurvey {
    static let script = "stated.lua"
    private let home = UserFolder.home

    /// The directory of mpv's configuration files.
    var folder: String {
        let usual = "\(UserFolder.configuration)/mpv"
        let old = "\(home)/.mpv"
        return !FilePath.isFolder(usual) && FilePath.isFolder(old) ? old : usual
    }

    /// The path of the script in mpv's scripts directory, from which mpv loads scripts
    /// automatically.
    var scriptPath: String { "\(folder)/scripts/\(Self.script)" }

    /// The path at which a package installs the script for all users.
    private static let commonPath = "/etc/mpv/scripts/\(script)"

    var facts: MPVFacts {
        let installed = ProgramFile.shared("mpv/\(Self.script)")
        let named = Self.scripts(inConfiguration: configuration).map(expanded)
        let loaded =
            named
            + [scriptPath, Self.commonPath].filter { FilePath.status($0, ofLink: true) != nil }
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

    /// Returns the paths of this project's script in the text of mpv.conf(5).
    static func scripts(inConfiguration text: String) -> [String] {
        settings(inConfiguration: text).flatMap { key, value -> [String] in
            guard ["script", "scripts", "scripts-append"].contains(key) else { return [] }
            let paths = key == "scripts" ? value.split(separator: ":") : [value[...]]
            return paths.map { bare(String($0)) }
                .filter { $0.hasSuffix("/\(script)") || $0 == script }
        }
    }

    /// Returns the options in the text of mpv.conf(5), without comments and quotes.
    private static func settings(inConfiguration text: String) -> [(key: String, value: String)] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            let key = parts[0].filter { !$0.isWhitespace }.drop { $0 == "-" }
            let value = parts[1].split(separator: "#", omittingEmptySubsequences: false)[0]
            return (String(key), bare(String(value)))
        }
    }

    /// The text of mpv.conf(5).
    private var configuration: String {
        let text = ["mpv.conf", "config"].lazy.compactMap { FilePath.content("\(folder)/\($0)") }
            .first
        return String(decoding: text ?? [], as: UTF8.self)
    }

    /// Returns a value without quotes and surrounding spaces.
    private static func bare(_ value: String) -> String {
        String(value[...].trimmed { $0.isWhitespace || "\"'".contains($0) })
    }

    /// Returns a path from mpv.conf(5) in which `~/` and similar abbreviations are expanded.
    private func expanded(_ path: String) -> String {
        for (prefix, folder) in [("~~/", folder), ("~~home/", folder), ("~/", home)]
        where path.hasPrefix(prefix) {
            return "\(folder)/\(path.dropFirst(prefix.count))"
        }
        return path
    }
}
