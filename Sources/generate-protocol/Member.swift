// SPDX-License-Identifier: Apache-2.0
internal import Varlink

struct Member {
    let name: String
    let documentation: String
    let property: String
    private let type: Interface.ValueType
    private let types: TypeTable
    private let isLenient: Bool

    /// Creates a property; if `isLenient` is true, unknown names are read as
    /// ``Mapping/unknownNames`` describes.
    init(_ field: Interface.Field, types: TypeTable, isLenient: Bool) {
        // The reader compares keys as two words of eight bytes each.
        precondition(field.name.utf8.count <= 16, "\(field.name) has more than 16 bytes")
        name = field.name
        documentation = field.documentation
        property = Mapping.memberNames[name] ?? name
        type = field.type
        self.types = types
        self.isLenient = isLenient
    }

    /// An array is never optional: a missing array is read as an empty one.
    var swiftType: String { isOptional ? required + "?" : required }

    var parameter: String {
        "\(property): \(swiftType)" + (isOptional ? " = nil" : isOptionalArray ? " = []" : "")
    }

    /// The argument of the memberwise initialiser, which reads the value from JSON.
    var argument: String { "\(property): members.\(reading)" }

    /// The statement that writes the value as JSON.
    var writing: String {
        if case .object = type { return "writer.member(\"\(name)\", json: \(property))" }
        let statement = "writer.member(\"\(name)\", \(property))"
        return isOptionalArray ? "if !\(property).isEmpty { \(statement) }" : statement
    }

    var isTypedInteger: Bool { inner == .int && integerType != nil }

    private var integerType: String? {
        Mapping.integerType(name, in: types.interface.shortName)
    }

    private var isRequired: Bool {
        if case .nullable = type { false } else { true }
    }

    private var isOptional: Bool {
        !isRequired && !isOptionalArray
    }

    private var isOptionalArray: Bool {
        if case .nullable(.array) = type { true } else { false }
    }

    private var reading: String {
        if case .array(.named(let element)) = inner, types.isEnumeration(element) {
            return "\(isLenient ? "knownNames" : "names")(\"\(name)\")"
        }
        guard case .named(let type) = inner, types.isEnumeration(type) else {
            if case .object = inner { return "rawObject(\"\(name)\")" }
            let call = "\(isRequired ? "required" : "optional")(\"\(name)\")"
            return isOptionalArray ? call + " ?? []" : call
        }
        guard isRequired else { return "optional\(isLenient ? "Known" : "Named")(\"\(name)\")" }
        guard isLenient, let unknown = Mapping.unknownNames[type] else {
            return "named(\"\(name)\")"
        }
        return "known(\"\(name)\", else: .\(unknown))"
    }

    private var inner: Interface.ValueType {
        if case .nullable(let inner) = type { inner } else { type }
    }

    /// The Swift type, ignoring whether the member is optional.
    private var required: String {
        switch inner {
        case .bool: "Bool"
        case .int: integerType ?? "Int"
        case .float: "Double"
        case .string: "String"
        case .object: "[UInt8]"
        case .array(.string): "[String]"
        case .array(.named(let element)): "[\(types.swiftName(element))]"
        case .named(let name): types.swiftName(name)
        case .any, .array, .dictionary, .structure, .enumeration, .nullable:
            preconditionFailure("\(name): there is no Swift type for \(type)")
        }
    }
}

struct TypeTable {
    let interface: Interface

    func isEnumeration(_ name: String) -> Bool {
        if case .enumeration = interface.type(name) { true } else { false }
    }

    func swiftName(_ name: String) -> String {
        if interface.declaresTypes { return "\(interface.shortName)Types.\(name)" }
        return Mapping.typeNames[name] ?? name
    }
}
