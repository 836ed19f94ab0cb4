// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// The OpenAPI 3.1 description of an interface, generated from the interface's definition.
struct OpenAPIDocument {
    let interface: Interface
    let version: String

    var json: JSONValue {
        .members([
            "openapi": .string("3.1.0"),
            "info": .members([
                "title": .string(interface.name),
                "description": .string(interface.documentation),
                "version": .string(version),
            ]),
            "paths": .object(
                interface.methods.map { method in
                    JSONMember(
                        key: "/call/\(interface.name).\(method.name)",
                        value: .members(["post": operation(method)])
                    )
                }
            ),
            "components": .members(["schemas": schemas]),
        ])
    }

    /// The name of the schema for errors; with its hyphen, it cannot be the name of a Varlink type.
    private static let error = "varlink-error"

    private var schemas: JSONValue {
        let types = interface.types.map { type in
            JSONMember(key: type.name, value: OpenAPISchema.of(type.type, type.documentation))
        }
        return .object(types + [JSONMember(key: Self.error, value: errorSchema)])
    }

    private var errorSchema: JSONValue {
        let names = interface.errors.map { JSONValue.string("\(interface.name).\($0.name)") }
        return .members([
            "type": .string("object"),
            "required": .array([.string("error")]),
            "properties": .members([
                "error": .members(["type": .string("string"), "examples": .array(names)]),
                "parameters": .members(["type": .string("object")]),
            ]),
        ])
    }

    private func operation(_ method: Interface.Method) -> JSONValue {
        let responses = ErrorStatus.all.map { status in
            JSONMember(
                key: "\(status)",
                value: status == 200
                    ? response("the reply", OpenAPISchema.of(.structure(method.output)))
                    : response("an error", OpenAPISchema.reference(Self.error))
            )
        }
        let summary = method.documentation.prefix { $0 != "." && $0 != "\n" }
        return .members([
            "operationId": .string(method.name),
            "summary": .string(String(summary)),
            "description": .string(method.documentation),
            "requestBody": .members([
                "required": .bool(true),
                "content": content(OpenAPISchema.of(.structure(method.input))),
            ]),
            "responses": .object(responses),
        ])
    }

    private func response(_ description: String, _ schema: JSONValue) -> JSONValue {
        .members(["description": .string(description), "content": content(schema)])
    }

    private func content(_ schema: JSONValue) -> JSONValue {
        .members(["application/json": .members(["schema": schema])])
    }
}
