// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The properties of the parser for any text of an interface, valid or not.
struct InterfaceCheck {
    private let text: String

    /// Creates a check of the bytes.
    init(_ bytes: [UInt8]) {
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the violated property, or `nil` if there is none.
    func failure() -> String? {
        let interface: Interface
        do throws(InterfaceError) {
            interface = try Interface(text)
        } catch {
            let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            guard lines.indices ~= error.line - 1,
                0...lines[error.line - 1].count ~= error.column - 1
            else { return "an error at \(error.line):\(error.column)" }
            return nil
        }
        let definition = interface.definition
        guard let again = try? Interface(definition) else {
            return "what is written is refused:\n\(definition)"
        }
        return again.definition == definition ? nil : "it does not read back equal"
    }
}

extension Interface {
    /// The definition of the interface, without its comments.
    fileprivate var definition: String {
        let types = types.map { "type \($0.name) \($0.type.definition)" }
        let methods = methods.map { method in
            "method \(method.name)\(ValueType.structure(method.input).definition) -> "
                + ValueType.structure(method.output).definition
        }
        let errors = errors.map { error in
            "error \(error.name) \(ValueType.structure(error.fields).definition)"
        }
        return (["interface \(name)"] + types + methods + errors).joined(separator: "\n")
    }
}

extension Interface.ValueType {
    fileprivate var definition: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string: "string"
        case .object: "object"
        case .any: "any"
        case .named(let name): name
        case .nullable(let type): "?" + type.definition
        case .array(let element): "[]" + element.definition
        case .dictionary(let element): "[string]" + element.definition
        case .structure(let fields):
            "(" + fields.map { "\($0.name): \($0.type.definition)" }.joined(separator: ", ") + ")"
        case .enumeration(let names): "(" + names.joined(separator: ", ") + ")"
        }
    }
}
