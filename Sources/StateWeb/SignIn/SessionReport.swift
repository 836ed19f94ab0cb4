// SPDX-License-Identifier: Apache-2.0
internal import Varlink

extension SignInRecord.Session {
    /// The session without its secret, as JSON on a line.
    package var line: String {
        let json = JSONValue.members([
            "id": .string(id), "label": .string(label), "address": .string(address),
            "createdAt": .int(createdAt), "lastSeenAt": .int(lastSeenAt),
        ])
        return String(decoding: json.encoded, as: UTF8.self)
    }

    /// Returns the time since its last use, for people.
    package func age(at now: Int) -> String {
        PageText.age(of: lastSeenAt * 1_000, now: now * 1_000)
    }
}
