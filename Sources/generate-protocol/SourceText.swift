// SPDX-License-Identifier: Apache-2.0

struct SourceText {
    private var body = ""
    private var imports: [String: String] = [:]
    private var depth = 0
    private static let width = 100
    /// True after a line that opens a block, because no empty line may follow it.
    private var isOpening = false

    init(imports: [String] = []) {
        for name in imports { self.imports[name] = "package" }
    }

    var text: String {
        let names = imports.keys.sorted()
        let lines = names.map { "\(imports[$0] ?? "") import \($0)\n" }
        return lines.joined() + "\n" + body
    }

    mutating func importIntegers(of members: [Member], as access: String) {
        guard members.contains(where: \.isTypedInteger) else { return }
        let levels = ["internal", "package", "public"]
        imports["StateModel"] = levels.last { $0 == access || $0 == imports["StateModel"] }
    }

    mutating func line(_ content: String = "") {
        if content.isEmpty, isOpening { return }
        isOpening = content.hasSuffix("{")
        body += content.isEmpty ? "\n" : String(repeating: "    ", count: depth) + content + "\n"
    }

    mutating func block(_ head: String, _ body: (inout SourceText) -> Void) {
        line(head + " {")
        indented(body)
        line("}")
    }

    /// Appends a block with braces; a single line of content is put on the same line as the head if
    /// it fits.
    mutating func block(_ head: String, lines: [String]) {
        let short = "\(head) { \(lines.joined(separator: "; ")) }"
        if lines.count == 1, fits(short) { return line(short) }
        block(head) { source in for content in lines { source.line(content) } }
    }

    mutating func indented(_ body: (inout SourceText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    mutating func documentation(_ comment: String) {
        guard !comment.isEmpty else { return }
        for content in comment.split(separator: "\n", omittingEmptySubsequences: false) {
            line(content.isEmpty ? "///" : "/// \(content)")
        }
    }

    /// Appends a list, on one line if it fits, otherwise with one item per line.
    mutating func list(_ opening: String, _ items: [String], _ closing: String) {
        let short = opening + items.joined(separator: ", ") + closing
        if fits(short) { return line(short) }
        line(opening)
        indented { source in
            for item in items.dropLast() { source.line(item + ",") }
            if let last = items.last { source.line(last) }
        }
        line(closing)
    }

    private func fits(_ content: String) -> Bool {
        content.count + depth * 4 <= Self.width
    }
}
