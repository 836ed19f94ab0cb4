// SPDX-License-Identifier: Apache-2.0
internal import CWebPage
internal import StateModel

/// The files of the page, which are part of the program.
package struct PageFiles: Sendable {
    package struct File: Sendable {
        package let bytes: [UInt8]
        package let type: String
        /// The entity tag, which tells a browser whether its copy is up to date.
        package let tag: String
    }

    private let files: [String: File]

    package init() {
        var files: [String: File] = [:]
        for index in 0..<cwebpage_count() {
            let file = cwebpage_get(index)
            guard let name = file.name, let start = file.bytes else { continue }
            let path = String(cString: name)
            var source = Array(String(cString: start).utf8)
            if path.hasSuffix(".js") { source = Self.dense(script: source) }
            let bytes = Self.hasComments(path) ? Self.withoutComments(source) : source
            files[path] = File(bytes: bytes, type: Self.type(of: path), tag: Self.tag(bytes))
        }
        self.files = files
    }

    package var names: [String] { files.keys.sorted() }

    package subscript(name: String) -> File? { files[name] }

    private static func hasComments(_ name: String) -> Bool {
        name.hasSuffix(".js") || name.hasSuffix(".css")
    }

    /// Returns a script or style sheet without indentation, comment lines and unnecessary line
    /// breaks.
    static func withoutComments(_ source: [UInt8]) -> [UInt8] {
        var isInComment = false
        var kept: [UInt8] = []
        for line in source.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == UInt8(ascii: " ") }
            if text.starts(with: "/*".utf8) { isInComment = true }
            defer { if text.suffix(2).elementsEqual("*/".utf8) { isInComment = false } }
            if text.isEmpty || isInComment || text.starts(with: "//".utf8) { continue }
            kept += text
            // A line that contains slashes may end with a comment, which a line break must
            // terminate.
            let continues = "{};,".utf8.contains(text.last ?? 0) && !text.contains("//".utf8)
            if !continues { kept.append(UInt8(ascii: "\n")) }
        }
        return kept
    }

    /// Returns a script whose lines have no superfluous spaces before their first literal or comment.
    ///
    /// No literal may continue on another line.
    static func dense(script: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        for line in script.split(separator: UInt8(ascii: "\n")) {
            let end = line.firstIndex { "'\"`/".utf8.contains($0) } ?? line.endIndex
            for index in line.indices {
                let next = index + 1
                let last = kept.last ?? UInt8(ascii: "\n")
                let isSpace =
                    line[index] == UInt8(ascii: " ") && index < end && next < line.endIndex
                if isSpace, isNeedless(last, line[next]) { continue }
                kept.append(line[index])
            }
            kept.append(UInt8(ascii: "\n"))
        }
        return kept
    }

    private static func isNeedless(_ last: UInt8, _ next: UInt8) -> Bool {
        let isWord = [last, next].map { byte in
            byte >= 0x80 || byte.isLetterOrDigit || "$_".utf8.contains(byte)
        }
        let areSigns = "+-".utf8.contains(last) && "+-".utf8.contains(next)
        return isWord != [true, true] && !areSigns
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }

    private static func tag(_ bytes: [UInt8]) -> String {
        "\"" + SHA256.hexadecimal(of: bytes).prefix(16) + "\""
    }
}
