// SPDX-License-Identifier: Apache-2.0

/// The text of a configuration file, in which single keys can be changed.
struct ConfigurationText: Equatable {
    private(set) var lines: [String]
    private let ending: String

    init(_ text: String) {
        let end = text.first(where: \.isNewline)
        ending = end.map(String.init) ?? "\n"
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map(String.init)
        if lines.last == "" { lines.removeLast() }
    }

    var text: String { lines.map { $0 + ending }.joined() }

    /// Returns the value of a dotted key; `nil` if the file does not set it.
    func value(of key: String) -> String? {
        place(of: key).flatMap { ConfigurationLine(lines[$0])?.value }
    }

    /// Sets a dotted key, on its line if there is one.
    ///
    /// Otherwise, a line is added below the commented-out example of a top-level key, or at the end
    /// of the section. Throws a failure if the key is a section, or if its section is written on
    /// one line.
    mutating func set(_ key: String, to value: String) throws(Failure) {
        if let index = place(of: key), let line = ConfigurationLine(lines[index]) {
            guard !line.value.isEmpty || !hasChildren(index) else { throw Self.isSection(key) }
            lines[index] = line.text(value: value)
            return
        }
        let parts = key.split(separator: ".").map(String.init)
        var range = 0..<lines.count
        var indent = 0
        for (depth, part) in parts.dropLast().enumerated() {
            if let index = find(part, in: range, indent: indent) {
                guard ConfigurationLine(lines[index])?.value.isEmpty == true else {
                    throw Self.isInline(parts[...depth].joined(separator: "."))
                }
                range = children(of: index)
                indent = childIndent(range) ?? indent + 2
            } else {
                let index = insertion(of: part, in: range, indent: indent)
                lines.insert(Self.line("\(part):", indent), at: index)
                range = index + 1..<index + 1
                indent += 2
            }
        }
        let name = parts.last ?? key
        let text = "\(ConfigurationLine.quoted(name)): \(ConfigurationLine.quoted(value))"
        let index = insertion(of: name, in: range, indent: indent)
        lines.insert(Self.line(text, indent), at: index)
    }

    /// Removes a dotted key, and its section if that becomes empty; returns false if the file does
    /// not set the key.
    mutating func remove(_ key: String) -> Bool {
        guard let index = place(of: key) else { return false }
        lines.removeSubrange(index..<children(of: index).upperBound)
        if let dot = key.lastIndex(of: ".") {
            let section = String(key[..<dot])
            if let index = place(of: section), !hasChildren(index) { _ = remove(section) }
        }
        return true
    }

    // MARK: Places

    private func place(of key: String) -> Int? {
        var range = 0..<lines.count
        var indent = 0
        var found: Int?
        for part in key.split(separator: ".") {
            guard let index = find(String(part), in: range, indent: indent) else { return nil }
            found = index
            range = children(of: index)
            indent = childIndent(range) ?? indent + 2
        }
        return found
    }

    private func find(_ name: String, in range: Range<Int>, indent: Int) -> Int? {
        range.first { index in
            guard let line = ConfigurationLine(lines[index]) else { return false }
            return line.indent == indent && line.key == name
        }
    }

    private func children(of index: Int) -> Range<Int> {
        let indent = ConfigurationLine(lines[index])?.indent ?? 0
        var end = index + 1
        for next in lines.indices.dropFirst(index + 1) {
            let depth = lines[next].prefix { $0 == " " }.count
            if Self.isBlank(lines[next]) { continue }
            guard depth > indent else { break }
            end = next + 1
        }
        return index + 1..<end
    }

    private func hasChildren(_ index: Int) -> Bool {
        children(of: index).contains { !Self.isBlank(lines[$0]) }
    }

    private func childIndent(_ range: Range<Int>) -> Int? {
        range.lazy.compactMap { ConfigurationLine(lines[$0])?.indent }.first
    }

    /// Returns the index for a new line: below the commented-out example of a top-level key, or at
    /// the end of `range`.
    private func insertion(of name: String, in range: Range<Int>, indent: Int) -> Int {
        let example = range.first { index in
            let text = lines[index].drop { $0 == " " }
            return text.hasPrefix("#\(name):")
        }
        guard let example, indent == 0 else { return range.upperBound }
        // The keys below the example are commented out, too.
        return range.first { $0 > example && !lines[$0].hasPrefix("#  ") } ?? range.upperBound
    }

    private static func isBlank(_ line: String) -> Bool {
        let text = line.drop { $0 == " " || $0 == "\t" }
        return text.isEmpty || text.hasPrefix("#")
    }

    private static func line(_ text: String, _ indent: Int) -> String {
        String(repeating: " ", count: indent) + text
    }

    private static func isInline(_ key: String) -> Failure {
        Failure(
            .badValue,
            "\(key.visible) is written on one line in the file; change it with “statectl config edit”"
        )
    }

    private static func isSection(_ key: String) -> Failure {
        Failure(
            .badValue,
            "\(key.visible) has nested keys; give one of them, such as \(key.visible).KEY"
        )
    }
}
