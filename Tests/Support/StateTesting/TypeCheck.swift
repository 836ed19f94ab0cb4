// SPDX-License-Identifier: Apache-2.0
package import Varlink

// A strict check, as tests need it: a member that the type does not name is a mismatch.
extension Interface {
    /// Returns the reason why a value is not of a type of this interface, with the path to it.
    ///
    /// Returns `nil` if the value is of the type. An `int` must be written without point and
    /// exponent.
    package func mismatch(of value: JSONValue, with type: ValueType) -> String? {
        switch (type, value) {
        case (.nullable, .null): nil
        case (.nullable(let inner), _): mismatch(of: value, with: inner)
        case (.named(let name), _):
            self.type(name).map { mismatch(of: value, with: $0) } ?? "no type '\(name)'"
        case (_, .null): "null"
        case (.any, _), (.object, .object), (.bool, .bool), (.int, .int), (.string, .string),
            (.float, .double), (.float, .int):
            nil
        case (.enumeration(let names), .string(let name)):
            names.contains(name) ? nil : "not one of the names"
        case (.array(let element), .array(let values)):
            values.enumerated().firstMap { index, value in
                mismatch(of: value, with: element).map { "[\(index)]: \($0)" }
            }
        case (.dictionary(let element), .object(let members)):
            members.firstMap { member in
                mismatch(of: member.value, with: element).map { "\(member.key): \($0)" }
            }
        case (.structure(let fields), .object(let members)):
            mismatch(of: members, with: fields)
        default: "another type"
        }
    }

    /// Returns the reason why members are not those of a structure, such as a method's parameters.
    package func mismatch(of members: [JSONMember], with fields: [Field]) -> String? {
        if let unknown = members.first(where: { member in
            !fields.contains { $0.name == member.key }
        }) {
            return "\(unknown.key): not in the type"
        }
        return fields.firstMap { field in
            let value = members.last { $0.key == field.name }?.value ?? .null
            return mismatch(of: value, with: field.type).map { "\(field.name): \($0)" }
        }
    }
}

extension Sequence {
    /// Returns the first non-nil result of `transform`.
    fileprivate func firstMap<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = transform(element) { return result }
        }
        return nil
    }
}
