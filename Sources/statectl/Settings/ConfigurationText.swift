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
    /// of the section. Throws a failure if the value has several lines, if the key is a section, or
    /// if its section is written on one line.
    mutating func set(_ key: String, to value: String) throws(Failure) {
        guard !value.contains(where: \.isNewline) else { throw Self.isLong(key) }
        if let index = place(of: key), let line = ConfigurationLine(lines[index]) {
            if hasChildren(index) {
                // The lines below a section have keys, those below a value continue it.
                guard !line.value.isEmpty else { throw Self.isSection(key) }
                lines.removeSubrange(children(of: index))
            }
            lines[index] = line.text(value: value)
            return
        }
        let parts = key.split(separator: ".").map(String.init)
        var (range, indent, depth) = (0..<lines.count, 0, 0)
        if let (index, count) = section(parts.dropLast(), in: range, indent: 0) {
            guard ConfigurationLine(lines[index])?.value.isEmpty == true else {
                throw Self.isInline(parts[..<count].joined(separator: "."))
            }
            range = children(of: index)
            let parent = ConfigurationLine(lines[index])?.indent ?? 0
            (indent, depth) = (childIndent(range) ?? parent + 2, count)
        }
        for part in parts[depth...].dropLast() {
            let index = insertion(of: part, in: range, indent: indent)
            lines.insert(Self.line("\(part):", indent), at: index)
            range = index + 1..<index + 1
            indent += 2
        }
        let name = parts.last ?? key
        let text = "\(ConfigurationLine.quoted(name)): \(ConfigurationLine.quoted(value))"
        let index = insertion(of: name, in: range, indent: indent)
        lines.insert(Self.line(text, indent), at: index)
    }

    /// Removes a dotted key, in all its spellings, and its section if that becomes empty; returns
    /// false if the file does not set the key.
    mutating func remove(_ key: String) -> Bool {
        var hasRemoved = false
        while let index = place(of: key) {
            lines.removeSubrange(index..<children(of: index).upperBound)
            hasRemoved = true
        }
        if hasRemoved, let dot = key.lastIndex(of: ".") {
            let section = String(key[..<dot])
            if let index = place(of: section), !hasChildren(index) { _ = remove(section) }
        }
        return hasRemoved
    }

    // MARK: Places

    private func place(of key: String) -> Int? {
        let parts = key.split(separator: ".").map(String.init)
        guard let (index, count) = section(parts[...], in: 0..<lines.count, indent: 0) else {
            return nil
        }
        return count == parts.count ? index : nil
    }

    /// Returns the line that has the most of a key's parts, and their number.
    ///
    /// A name may itself have dots: `players.vlc.2.ttl` is `ttl` below `vlc.2` below `players`.
    private func section(
        _ parts: ArraySlice<String>,
        in range: Range<Int>,
        indent: Int
    ) -> (index: Int, count: Int)? {
        var best: (index: Int, count: Int)?
        for end in parts.indices {
            let name = parts[...end].joined(separator: ".")
            guard let index = find(name, in: range, indent: indent) else { continue }
            let inner = children(of: index)
            let parent = ConfigurationLine(lines[index])?.indent ?? 0
            let deeper = section(
                parts[(end + 1)...],
                in: inner,
                indent: childIndent(inner) ?? parent + 2
            )
            let found = deeper ?? (index, end + 1)
            if found.count > best?.count ?? 0 { best = found }
        }
        return best
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

    private static func isLong(_ key: String) -> Failure {
        Failure(
            .badValue,
            "\(key.visible): a value has one line; write others with “statectl config edit”"
        )
    }

    private static func isSection(_ key: String) -> Failure {
        Failure(
            .badValue,
            "\(key.visible) has nested keys; give one of them, such as \(key.visible).KEY"
        )
    }
}
