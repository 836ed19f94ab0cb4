// SPDX-License-Identifier: Apache-2.0

extension SourceText {
    mutating func structure(
        _ name: String,
        _ members: [Member],
        access: String = "package",
        documentation comment: String
    ) {
        importIntegers(of: members, as: access)
        documentation(comment)
        block("\(access) struct \(name): JSONObject, Equatable, Sendable") { source in
            for member in members {
                source.documentation(member.documentation)
                source.line("\(access) var \(member.property): \(member.swiftType)")
            }
            source.list("package init(", members.map(\.parameter), ") {")
            source.indented { source in
                for name in members.map(\.property) { source.line("self.\(name) = \(name)") }
            }
            source.line("}")
            source.codec(of: members)
        }
    }

    mutating func codecExtension(of name: String, _ members: [Member]) {
        importIntegers(of: members, as: "internal")
        block("extension \(name): JSONObject") { $0.codec(of: members) }
    }

    private mutating func codec(of members: [Member]) {
        block("package init(from reader: inout JSONReader) throws(JSONError)") { source in
            source.line("let members = try JSONMembers(of: &reader)")
            source.list("try self.init(", members.map(\.argument), ")")
        }
        block("package func writeMembers(to writer: inout JSONWriter)") { source in
            for member in members { source.line(member.writing) }
        }
    }
}
