// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// JSON that a command prints, one object on a line.
package enum JSONLine {
    /// Returns an object with texts.
    package static func text(_ members: KeyValuePairs<String, String>) -> String {
        let members = members.map { JSONMember(key: $0.key, value: .string($0.value)) }
        return String(decoding: JSONValue.object(members).encoded, as: UTF8.self)
    }
}
