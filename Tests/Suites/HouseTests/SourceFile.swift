// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A text file of the project.
struct SourceFile {
    /// The path below the project's folder.
    let path: String
    /// The content.
    let text: String

    /// The folder of the project.
    static let root: URL = (1...4).reduce(URL(filePath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    /// Returns the files below folders that have one of the extensions, in the order of their paths.
    static func all(in folders: [String], _ extensions: Set<String>) throws -> [SourceFile] {
        let paths = folders.flatMap { folder -> [String] in
            let names = FileManager.default.enumerator(atPath: root.path + "/" + folder)
            return (names?.compactMap { $0 as? String } ?? [])
                .filter { !$0.hasPrefix(".") && !$0.contains("/.") }
                .filter { extensions.contains(($0 as NSString).pathExtension) }
                .map { folder + "/" + $0 }
        }
        return try paths.sorted().map { try SourceFile(path: $0) }
    }

    /// Reads the file at a path below the project's folder.
    init(path: String) throws {
        self.path = path
        text = try String(contentsOfFile: Self.root.path + "/" + path, encoding: .utf8)
    }

    /// The Swift files of the program.
    static func sources() throws -> [SourceFile] { try all(in: ["Sources", "Plugins"], ["swift"]) }

    /// The name of the target.
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
    /// The folder.
    var folder: String { (path as NSString).deletingLastPathComponent }
    /// The name without its extension.
    var name: String { ((path as NSString).lastPathComponent as NSString).deletingPathExtension }
}

/// A function or a type in a Swift file.
struct Declaration {
    /// The keyword: `func`, `init`, or that of a type.
    let keyword: String
    /// The name; of an extension, that of the type.
    let name: String
    /// The number of its lines.
    var lines = 0
    /// The number of blocks around it.
    let depth: Int

    /// True for a function or an initializer.
    var isFunction: Bool { ["func", "init"].contains(keyword) }
}

extension SourceFile {
    private static let types: Set = ["struct", "class", "enum", "actor", "extension"]
    private static let modifiers: Set = [
        "public", "package", "internal", "private", "fileprivate", "final", "indirect",
        "nonisolated", "static", "override", "mutating", "consuming", "borrowing", "convenience",
        "required",
    ]

    /// The functions and types with a body, in the order of their ends.
    var declarations: [Declaration] {
        var ended: [Declaration] = []
        var open: [(declaration: Declaration, start: Int)] = []
        var depth = 0
        for (number, line) in code.enumerated() {
            if let found = Self.declaration(in: line, at: depth) {
                // A requirement of a protocol has no body.
                if let last = open.last, last.declaration.depth >= depth { open.removeLast() }
                open.append((found, number))
            }
            let opened = line.count { $0 == "{" }
            let closed = line.count { $0 == "}" }
            depth += opened - closed
            while closed > 0, let last = open.last, depth <= last.declaration.depth {
                var declaration = open.removeLast().declaration
                guard depth == declaration.depth else { continue }
                declaration.lines = number - last.start + 1
                ended.append(declaration)
            }
        }
        return ended
    }

    private static func declaration(in line: String, at depth: Int) -> Declaration? {
        var words = line.split(separator: " ")[...]
        while let word = words.first, word.hasPrefix("@") || modifiers.contains(String(word)) {
            words.removeFirst()
        }
        guard let first = words.first else { return nil }
        if ["init(", "init?(", "init<"].contains(where: first.hasPrefix) {
            return Declaration(keyword: "init", name: "init", depth: depth)
        }
        let keyword = String(first)
        guard keyword == "func" || types.contains(keyword), let second = words.dropFirst().first
        else { return nil }
        let name = second.prefix { $0.isLetter || $0.isNumber || "_`".contains($0) }
        return Declaration(keyword: keyword, name: String(name), depth: depth)
    }

    /// The lines without comments and without the content of text literals.
    private var code: [String] {
        var isInText = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.hasSuffix("\"\"\"") || isInText && line.contains("\"\"\"") {
                isInText.toggle()
                return ""
            }
            return isInText ? "" : Self.code(of: line)
        }
    }

    private static func code(of line: Substring) -> String {
        var code: [UInt8] = []
        var isInText = false
        // The open parentheses of each interpolation around.
        var interpolations: [Int] = []
        var bytes = line.utf8.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "\\") where isInText:
                guard bytes.next() == UInt8(ascii: "(") else { continue }
                interpolations.append(1)
                isInText = false
            case UInt8(ascii: "\""): isInText.toggle()
            case UInt8(ascii: "(") where !isInText && !interpolations.isEmpty:
                interpolations[interpolations.count - 1] += 1
            case UInt8(ascii: ")") where !isInText && !interpolations.isEmpty:
                interpolations[interpolations.count - 1] -= 1
                guard interpolations.last == 0 else { continue }
                interpolations.removeLast()
                isInText = true
            case _ where isInText || !interpolations.isEmpty: break
            case UInt8(ascii: "/") where code.last == byte:
                return String(decoding: code.dropLast(), as: UTF8.self)
            default: code.append(byte)
            }
        }
        return String(decoding: code, as: UTF8.self)
    }
}
