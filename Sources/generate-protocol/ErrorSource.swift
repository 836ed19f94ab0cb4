// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// The generated Swift file with the errors of all interfaces.
struct ErrorSource {
    private let errors: [ErrorCase]

    init(_ interfaces: [Interface]) {
        var errors: [ErrorCase] = []
        for interface in interfaces {
            for error in interface.errors {
                let isTaken = errors.contains { $0.name == error.name.startingSmall }
                let name = isTaken ? interface.shortName + error.name : error.name
                errors.append(ErrorCase(error, name: name.startingSmall, of: interface))
            }
        }
        self.errors = errors
    }

    var text: String {
        var source = SourceText(imports: ["StateModel"])
        declare(in: &source)
        source.line()
        source.block("extension StateError") { source in
            writeName(to: &source)
            source.line()
            writeMembers(to: &source)
            source.line()
            writeDecoding(to: &source)
        }
        return source.text
    }

    private func declare(in source: inout SourceText) {
        source.documentation("An error with which a call may be answered.")
        source.block("package enum StateError: Error, Equatable, Sendable") { source in
            for error in errors {
                source.documentation(error.documentation)
                source.line("case \(error.name)\(error.declaration)")
            }
            source.documentation("An unknown error, with its parameters as JSON.")
            source.line("case other(name: String, parameters: [UInt8])")
        }
    }

    private func writeName(to source: inout SourceText) {
        source.documentation("The error's name on the wire.")
        source.block("package var name: String") { source in
            source.line("switch self {")
            for error in errors { source.line("case .\(error.name): \"\(error.qualified)\"") }
            source.line("case .other(let name, _): name")
            source.line("}")
        }
    }

    private func writeMembers(to source: inout SourceText) {
        source.documentation(
            "The members of the error, as sent; empty for an unknown error."
        )
        source.block("var members: KeyValuePairs<StaticString, Member>") { source in
            source.line("switch self {")
            for error in errors where !error.members.isEmpty {
                let values = error.members.map { "\"\($0.name)\": .\($0.kind)(\($0.value))" }
                let bound = error.members.map { "let \($0.label)" }.joined(separator: ", ")
                source.line("case .\(error.name)(\(bound)): [\(values.joined(separator: ", "))]")
            }
            let empty = errors.filter(\.members.isEmpty).map { ".\($0.name)" } + [".other"]
            source.line("case \(empty.joined(separator: ", ")): [:]")
            source.line("}")
        }
    }

    private func writeDecoding(to source: inout SourceText) {
        source.documentation("Returns the error with that name; `nil` if it is unknown.")
        source.block("static func known(_ name: String, _ members: ErrorMembers) -> Self?") {
            source in
            source.line("switch name {")
            for error in errors {
                let values = error.members.map { member in
                    (error.hasLabels ? "\(member.label): " : "")
                        + "members.\(member.reader)(\"\(member.name)\")"
                }
                let arguments = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
                source.line("case \"\(error.qualified)\": .\(error.name)\(arguments)")
            }
            source.line("default: nil")
            source.line("}")
        }
    }
}

private struct ErrorCase {
    let name: String
    let qualified: String
    let documentation: String
    let members: [ErrorMember]
    /// False for the errors of org.varlink.service, which have at most one member.
    let hasLabels: Bool

    init(_ error: Interface.NamedError, name: String, of interface: Interface) {
        self.name = name
        qualified = "\(interface.name).\(error.name)"
        documentation = error.documentation
        members = error.fields.map { ErrorMember($0, of: interface.shortName) }
        hasLabels = interface.name != "org.varlink.service"
    }

    var declaration: String {
        if members.isEmpty { return "" }
        let values = members.map { hasLabels ? "\($0.label): \($0.swiftType)" : $0.swiftType }
        return "(\(values.joined(separator: ", ")))"
    }
}

private struct ErrorMember {
    let name: String
    let label: String
    /// The Swift expression that yields the value to write.
    private(set) var value: String
    let swiftType: String
    /// The case of `ErrorMembers.Member` that writes the value.
    let kind: String
    /// The function of `ErrorMembers` that reads the value.
    let reader: String

    init(_ field: Interface.Field, of interface: String) {
        name = field.name
        label = Mapping.memberNames[name] ?? name
        value = label
        switch field.type {
        case .string: (swiftType, kind, reader) = ("String", "text", "string")
        case .nullable(.string): (swiftType, kind, reader) = ("String?", "text", "optionalString")
        case .int:
            let type = Mapping.integerType(name, in: interface)
            (swiftType, kind, reader) = (type ?? "Int", "number", "int")
            if type != nil { value = "\(label).rawValue" }
        case .array(.string): (swiftType, kind, reader) = ("[String]", "texts", "strings")
        default: preconditionFailure("\(name): an error cannot have a member of type \(field.type)")
        }
    }
}

extension String {
    fileprivate var startingSmall: String { prefix(1).lowercased() + dropFirst() }
}
