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

/// What is wrong, as a command prints it with `--json`; it is that of statectl.
package struct ErrorReport {
    private let status: Int32
    private let message: String

    /// Creates a report.
    package init(status: Int32, message: String) {
        self.status = status
        self.message = message
    }

    /// The report, with a line feed.
    package var line: String {
        let json = JSONValue.members([
            "status": .int(Int(status)), "message": .string(message),
        ])
        return String(decoding: json.encoded, as: UTF8.self) + "\n"
    }
}

extension SignInRecord.Session {
    /// The session without its secret, as JSON.
    package var line: String {
        let json = JSONValue.members([
            "id": .string(id), "label": .string(label), "address": .string(address),
            "createdAt": .int(createdAt), "lastSeenAt": .int(lastSeenAt),
        ])
        return String(decoding: json.encoded, as: UTF8.self)
    }
}

/// The time since a session was seen, for people.
package enum SessionAge {
    /// Returns the time since it was seen.
    package static func text(seconds: Int) -> String { PageText.span(seconds * 1_000) + " ago" }
}
