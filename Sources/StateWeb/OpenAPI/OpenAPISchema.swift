// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// Functions that create the JSON schemas of Varlink types (JSON Schema 2020-12, as in OpenAPI
/// 3.1).
enum OpenAPISchema {
    static func of(_ type: Interface.ValueType, _ documentation: String = "") -> JSONValue {
        guard case .object(var members) = plain(type) else { return .object([]) }
        if !documentation.isEmpty {
            members.append(JSONMember(key: "description", value: .string(documentation)))
        }
        return .object(members)
    }

    static func reference(_ name: String) -> JSONValue {
        .members(["$ref": .string("#/components/schemas/\(name)")])
    }

    private static func plain(_ type: Interface.ValueType) -> JSONValue {
        switch type {
        case .bool: simple("boolean")
        case .int: .members(["type": .string("integer"), "format": .string("int64")])
        case .float: simple("number")
        case .string: simple("string")
        case .object: simple("object")
        case .any: .object([])
        case .named(let name): reference(name)
        case .nullable(let type): .members(["anyOf": .array([of(type), simple("null")])])
        case .array(let type): .members(["type": .string("array"), "items": of(type)])
        case .dictionary(let type):
            .members(["type": .string("object"), "additionalProperties": of(type)])
        case .enumeration(let names):
            .members(["type": .string("string"), "enum": .array(names.map { .string($0) })])
        case .structure(let fields): structure(fields)
        }
    }

    private static func simple(_ type: String) -> JSONValue {
        .members(["type": .string(type)])
    }

    private static func structure(_ fields: [Interface.Field]) -> JSONValue {
        let properties = fields.map { field in
            JSONMember(key: field.name, value: of(field.type, field.documentation))
        }
        let required = fields.filter { field in
            if case .nullable = field.type { false } else { true }
        }
        return .members([
            "type": .string("object"),
            "properties": .object(properties),
            "required": .array(required.map { .string($0.name) }),
        ])
    }
}
