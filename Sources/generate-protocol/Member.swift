// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// A member of a structure, as Swift reads, holds and writes it.
struct Member {
    /// The name on the wire.
    let name: String
    /// The documentation from the interface.
    let documentation: String
    /// The name of the property.
    let property: String
    private let type: Interface.ValueType
    private let types: TypeTable
    private let isLenient: Bool

    /// Creates a member of a type of the interface.
    ///
    /// - Parameters:
    ///   - field: the member in the interface.
    ///   - types: the types of the interface.
    ///   - isLenient: true if a name that is not known is accepted where the mapping allows it.
    init(_ field: Interface.Field, types: TypeTable, isLenient: Bool) {
        // A key is compared as two words of eight bytes.
        precondition(field.name.utf8.count <= 16, "\(field.name) has more than 16 bytes")
        name = field.name
        documentation = field.documentation
        property = Mapping.memberNames[name] ?? name
        type = field.type
        self.types = types
        self.isLenient = isLenient
    }

    /// The type of the property; an array is never optional, since an absent one reads as empty.
    var swiftType: String { isOptional ? required.swift + "?" : required.swift }

    /// The parameter of a memberwise initialiser.
    var parameter: String {
        "\(property): \(swiftType)" + (isOptional ? " = nil" : isOptionalArray ? " = []" : "")
    }

    /// The variable that holds the value until the whole object is read.
    var variable: String { "\(property): \(required.swift)?" }

    /// The pattern of the member's key.
    var pattern: String { "\"\(name)\"" }

    /// The statement that reads the value into its variable.
    var reading: String { "\(property) = try \(readingCall)" }

    /// The argument for the memberwise initialiser, once the object is read.
    var argument: String {
        if isOptional { return "\(property): \(property)" }
        if isOptionalArray { return "\(property): \(property) ?? []" }
        return "\(property): reader.required(\(property), \"\(name)\")"
    }

    /// The statement that writes the value.
    var writing: String {
        if case .object = type { return "writer.member(\"\(name)\", json: \(property))" }
        let statement = "writer.member(\"\(name)\", \(property))"
        return isOptionalArray ? "if !\(property).isEmpty { \(statement) }" : statement
    }

    /// True if the member must be there.
    var isRequired: Bool { !isOptional && !isOptionalArray }

    /// True if the member is a typed integer.
    var isTypedInteger: Bool { inner == .int && integerType != nil }

    private var integerType: String? {
        Mapping.integerType(name, in: types.interface.shortName)
    }

    private var isOptional: Bool {
        if case .nullable = type { !isOptionalArray } else { false }
    }

    private var isOptionalArray: Bool {
        if case .nullable(.array) = type { true } else { false }
    }

    private var readingCall: String {
        guard case .nullable = type else { return "reader." + required.read }
        if isOptionalArray { return "reader.isNull() ? nil : reader.\(required.read)" }
        if case .named(let name) = inner, types.isEnumeration(name), isLenient {
            return "reader.optionalKnown(\(types.swiftName(name)).self)"
        }
        return "reader.optional" + required.read.prefix(1).uppercased() + required.read.dropFirst()
    }

    private var inner: Interface.ValueType {
        if case .nullable(let inner) = type { inner } else { type }
    }

    /// The type of a value that is there, and the call that reads it.
    private var required: (swift: String, read: String) {
        switch inner {
        case .bool: return ("Bool", "bool()")
        case .int: return (integerType ?? "Int", "int()")
        case .float: return ("Double", "double()")
        case .string: return ("String", "string()")
        case .object: return ("[UInt8]", "rawObject()")
        case .array(.string): return ("[String]", "strings()")
        case .array(.named(let element)):
            let element = types.swiftName(element)
            return ("[\(element)]", "list(\(element).self)")
        case .named(let name):
            let swift = types.swiftName(name)
            guard types.isEnumeration(name) else { return (swift, "decoded(\(swift).self)") }
            guard isLenient, let unknown = Mapping.unknownNames[name] else {
                return (swift, "named(\(swift).self)")
            }
            return (swift, "known(\(swift).self, else: .\(unknown))")
        case .any, .array, .dictionary, .structure, .enumeration, .nullable:
            preconditionFailure("\(name): there is no Swift type for \(type)")
        }
    }
}

/// The named types of an interface.
struct TypeTable {
    /// The interface.
    let interface: Interface

    /// Returns true if the type is an enumeration.
    func isEnumeration(_ name: String) -> Bool {
        if case .enumeration = interface.type(name) { true } else { false }
    }

    /// Returns the name of the type in Swift.
    func swiftName(_ name: String) -> String {
        if interface.declaresTypes { return "\(interface.shortName)Types.\(name)" }
        return Mapping.typeNames[name] ?? name
    }
}
