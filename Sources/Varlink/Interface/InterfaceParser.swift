// SPDX-License-Identifier: Apache-2.0
extension Interface {
    /// Parses the definition of an interface.
    ///
    /// The grammar is that of https://varlink.org/Interface-Definition, with the addition of `any`.
    /// Each type that the text mentions must be defined in it, and no name may be defined twice.
    package init(_ text: String) throws(InterfaceError) {
        var parser = InterfaceParser(text)
        self = try parser.interface()
    }
}

/// A recursive-descent parser for definitions of interfaces.
///
/// It accepts types that are nested up to 32 levels deep.
private struct InterfaceParser {
    private static let depthLimit = 32

    private var scanner: InterfaceScanner
    private var types: [Interface.NamedType] = []
    private var methods: [Interface.Method] = []
    private var errors: [Interface.NamedError] = []
    private var names: Set<String> = []
    private var mentioned: [(name: String, place: Int)] = []

    init(_ text: String) {
        scanner = InterfaceScanner(text)
    }

    mutating func interface() throws(InterfaceError) -> Interface {
        let documentation = scanner.documentation()
        let start = scanner.place()
        guard scanner.word() == "interface" else {
            throw scanner.error("'interface' is expected", at: start)
        }
        let place = scanner.place()
        let name = scanner.word(with: ".-")
        guard isInterfaceName(name) else {
            throw scanner.error("a name such as 'org.example.name' is expected", at: place)
        }
        while !scanner.isAtEnd() { try member() }
        let known = Set(types.map(\.name))
        for mention in mentioned where !known.contains(mention.name) {
            throw scanner.error("there is no type '\(mention.name)'", at: mention.place)
        }
        return Interface(
            name: name,
            documentation: documentation,
            types: types,
            methods: methods,
            errors: errors
        )
    }

    private mutating func member() throws(InterfaceError) {
        let documentation = scanner.documentation()
        let place = scanner.place()
        switch scanner.word() {
        case "type":
            types.append(
                .init(
                    name: try memberName(),
                    documentation: documentation,
                    type: try composite(1)
                )
            )
        case "method":
            let name = try memberName()
            let input = try fields()
            try scanner.expect("->")
            methods.append(
                .init(
                    name: name,
                    documentation: documentation,
                    input: input,
                    output: try fields()
                )
            )
        case "error":
            errors.append(
                .init(name: try memberName(), documentation: documentation, fields: try fields())
            )
        default:
            throw scanner.error("'type', 'method' or 'error' is expected", at: place)
        }
    }

    private mutating func memberName() throws(InterfaceError) -> String {
        let place = scanner.place()
        let name = scanner.word()
        guard isMemberName(name) else {
            throw scanner.error("a name that begins with a capital letter is expected", at: place)
        }
        guard names.insert(name).inserted else {
            throw scanner.error("'\(name)' is defined twice", at: place)
        }
        return name
    }

    private mutating func fields() throws(InterfaceError) -> [Interface.Field] {
        let place = scanner.place()
        guard case .structure(let fields) = try composite(1) else {
            throw scanner.error("a structure is expected", at: place)
        }
        return fields
    }

    private mutating func type(_ depth: Int) throws(InterfaceError) -> Interface.ValueType {
        guard depth <= Self.depthLimit else { throw scanner.error("types nest too deep") }
        if scanner.take("?") {
            let place = scanner.place()
            let type = try type(depth + 1)
            if case .nullable = type { throw scanner.error("one '?' is enough", at: place) }
            return .nullable(type)
        }
        if scanner.take("[]") { return .array(try type(depth + 1)) }
        if scanner.take("[string]") { return .dictionary(try type(depth + 1)) }
        let place = scanner.place()
        switch scanner.word() {
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "object": return .object
        case "any": return .any
        case "": return try composite(depth)
        case let name:
            guard isMemberName(name) else { throw scanner.error("a type is expected", at: place) }
            mentioned.append((name, place))
            return .named(name)
        }
    }

    /// Parses a list in parentheses: a structure if its names have types, otherwise an enumeration.
    private mutating func composite(_ depth: Int) throws(InterfaceError) -> Interface.ValueType {
        guard scanner.take("(") else { throw scanner.error("a type is expected") }
        if scanner.take(")") { return .structure([]) }
        var fields: [Interface.Field] = []
        var names: [String] = []
        var taken: Set<String> = []
        repeat {
            let documentation = scanner.documentation()
            let name = try fieldName(notIn: &taken)
            if names.count == fields.count, scanner.take(":") {
                let type = try type(depth + 1)
                fields.append(.init(name: name, documentation: documentation, type: type))
            } else if !fields.isEmpty {
                throw scanner.error("':' is expected")
            }
            names.append(name)
        } while scanner.take(",")
        guard scanner.take(")") else { throw scanner.error("',' or ')' is expected") }
        return fields.isEmpty ? .enumeration(names) : .structure(fields)
    }

    private mutating func fieldName(
        notIn taken: inout Set<String>
    ) throws(InterfaceError) -> String {
        let place = scanner.place()
        let name = scanner.word()
        guard isFieldName(name) else { throw scanner.error("a name is expected", at: place) }
        guard taken.insert(name).inserted else {
            throw scanner.error("'\(name)' occurs twice", at: place)
        }
        return name
    }
}
