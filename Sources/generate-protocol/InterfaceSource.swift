// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// The generated Swift file for one interface.
struct InterfaceSource {
    private let interface: Interface
    private let types: TypeTable
    private let name: String

    init(_ interface: Interface) {
        self.interface = interface
        types = TypeTable(interface: interface)
        name = interface.shortName
    }

    var text: String {
        var source = SourceText(imports: imports)
        appendMethods(to: &source)
        if interface.declaresTypes {
            appendTypes(to: &source)
        } else {
            appendCodecs(to: &source)
        }
        appendStructures(.parameters, to: &source)
        appendStructures(.reply, to: &source)
        return source.text
    }

    private var imports: [String] {
        interface.declaresTypes ? ["Varlink"] : ["StateModel", "Varlink"]
    }

    // MARK: Types

    private func appendCodecs(to source: inout SourceText) {
        for type in interface.types where !Mapping.codecsByHand.contains(type.name) {
            guard case .structure(let fields) = type.type else { continue }
            source.line()
            source.codecExtension(of: types.swiftName(type.name), members(fields, isLenient: true))
        }
    }

    private func appendTypes(to source: inout SourceText) {
        source.line()
        source.documentation("The types of \(interface.name).")
        source.block("public enum \(name)Types") { source in
            for type in interface.types {
                source.line()
                switch type.type {
                case .enumeration(let names):
                    source.enumeration(type.name, names, documentation: type.documentation)
                case .structure(let fields):
                    source.structure(
                        type.name,
                        members(fields, isLenient: true),
                        access: "public",
                        documentation: type.documentation
                    )
                default: preconditionFailure("\(type.name) is not a structure")
                }
            }
        }
    }

    // MARK: Methods

    private enum Role: String {
        case parameters = "Parameters"
        case reply = "Reply"
    }

    /// Appends the methods, with type aliases for parameters and replies that several methods
    /// share.
    private func appendMethods(to source: inout SourceText) {
        source.documentation(interface.documentation)
        source.block("package enum \(name)") { source in
            source.documentation("The interface's name.")
            source.line("package static let interface = \"\(interface.name)\"")
            if interface.declaresTypes { source.line() }
            for type in interface.types.map(\.name) where interface.declaresTypes {
                source.line("package typealias \(type) = \(name)Types.\(type)")
            }
            for method in interface.methods {
                source.line()
                source.documentation(method.documentation)
                let name = "package static let name = \"\(interface.name).\(method.name)\""
                let aliases = [Role.parameters, .reply].compactMap { role in
                    alias(role, of: method).map { "package typealias \(role.rawValue) = \($0)" }
                }
                source.block("package enum \(method.name): StateMethod", lines: [name] + aliases)
            }
        }
    }

    private func appendStructures(_ role: Role, to source: inout SourceText) {
        for method in interface.methods {
            let fields = fields(role, of: method)
            let name = "\(name).\(method.name)"
            guard alias(role, of: method) == nil,
                !Mapping.structuresByHand.contains("\(name).\(role.rawValue)")
            else { continue }
            source.line()
            source.block("extension \(name)") { source in
                source.structure(
                    role.rawValue,
                    members(fields, isLenient: role == .reply),
                    documentation: "The \(role.rawValue.lowercased()) of \(method.name)."
                )
            }
        }
        for shared in Mapping.shared where shared.interface == name {
            guard shared.isReply == (role == .reply) else { continue }
            source.line()
            append(shared, to: &source)
        }
    }

    private func fields(_ role: Role, of method: Interface.Method) -> [Interface.Field] {
        role == .parameters ? method.input : method.output
    }

    /// Returns the name of the shared type for the parameters or the reply; `nil` if the method has
    /// its own.
    private func alias(_ role: Role, of method: Interface.Method) -> String? {
        let fields = fields(role, of: method)
        if fields.isEmpty { return "NoMembers" }
        let signature = fields.signature
        let shared = Mapping.shared.first {
            $0.members == signature && ($0.isGlobal || $0.interface == name)
        }
        if let shared { return shared.name }
        let first = interface.methods.first { self.fields(role, of: $0).signature == signature }
        return first.flatMap { $0 == method ? nil : "\($0.name).\(role.rawValue)" }
    }

    private func append(_ shared: Mapping.Shared, to source: inout SourceText) {
        let all = interface.methods.flatMap { [$0.input, $0.output] }
        guard let fields = all.first(where: { $0.signature == shared.members }) else {
            preconditionFailure("no method of \(name) has the members of \(shared.name)")
        }
        let members = members(fields, isLenient: true)
        let declare = { (source: inout SourceText) in
            source.structure(shared.name, members, documentation: shared.documentation)
        }
        if shared.isGlobal { declare(&source) } else { source.block("extension \(name)", declare) }
    }

    private func members(_ fields: [Interface.Field], isLenient: Bool) -> [Member] {
        fields.map { Member($0, types: types, isLenient: isLenient) }
    }
}

extension SourceText {
    fileprivate mutating func enumeration(
        _ name: String,
        _ cases: [String],
        documentation comment: String
    ) {
        documentation(comment)
        block("public enum \(name): String, Sendable, CaseIterable") { source in
            let names = cases.map { $0 == "import" ? "`import`" : $0 }
            source.line("case \(names.joined(separator: ", "))")
        }
    }
}

extension Interface {
    var declaresTypes: Bool { !Mapping.declaredByHand.contains(shortName) }

    var shortName: String { name.split(separator: ".").last.map(String.init) ?? name }
}

extension [Interface.Field] {
    fileprivate var signature: String {
        map { "\($0.name): \($0.type.text)" }.joined(separator: ", ")
    }
}

extension Interface.ValueType {
    /// The type in Varlink syntax; for an inline type, only `structure` or `enumeration`.
    fileprivate var text: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string: "string"
        case .object: "object"
        case .any: "any"
        case .named(let name): name
        case .nullable(let inner): "?\(inner.text)"
        case .array(let element): "[]\(element.text)"
        case .dictionary(let value): "[string]\(value.text)"
        case .structure: "structure"
        case .enumeration: "enumeration"
        }
    }
}
