// SPDX-License-Identifier: Apache-2.0
import Glibc

struct MPVSurvey {
    static let script = "stated.lua"
    private let home = UserFolder.home

    /// The directory of mpv's configuration: `MPV_HOME`, or `~/.mpv` if only that directory exists.
    var folder: String {
        if let named = Environment["MPV_HOME"] { return named }
        let usual = "\(UserFolder.configuration)/mpv"
        let old = "\(home)/.mpv"
        return !FilePath.isFolder(usual) && FilePath.isFolder(old) ? old : usual
    }

    /// The path of the script in the directory from which mpv loads all scripts.
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
                    isCurrent: content == installed.flatMap { FilePath.content($0) }
                )
            },
            installed: installed
        )
    }

    static func scripts(inConfiguration text: String) -> [String] {
        settings(inConfiguration: text).flatMap { key, value -> [String] in
            guard ["script", "scripts", "scripts-append"].contains(key) else { return [] }
            let paths = key == "scripts" ? value.split(separator: ":") : [value[...]]
            return paths.map { bare(String($0)) }
                .filter { $0.hasSuffix("/\(script)") || $0 == script }
        }
    }

    private static func settings(inConfiguration text: String) -> [(key: String, value: String)] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            let key = parts[0].filter { !$0.isWhitespace }.drop { $0 == "-" }
            let value = parts[1].split(separator: "#", omittingEmptySubsequences: false)[0]
            return (String(key), bare(String(value)))
        }
    }

    private var configuration: String {
        let text = ["mpv.conf", "config"].lazy.compactMap { FilePath.content("\(folder)/\($0)") }
            .first
        return String(decoding: text ?? [], as: UTF8.self)
    }

    private static func bare(_ value: String) -> String {
        String(value[...].trimmed { $0.isWhitespace || "\"'".contains($0) })
    }

    private func expanded(_ path: String) -> String {
        for (prefix, folder) in [("~~/", folder), ("~~home/", folder), ("~/", home)]
        where path.hasPrefix(prefix) {
            return "\(folder)/\(path.dropFirst(prefix.count))"
        }
        return path
    }
}
