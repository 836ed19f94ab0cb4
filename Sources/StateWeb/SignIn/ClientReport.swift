// SPDX-License-Identifier: Apache-2.0
internal import Varlink

extension SignInRecord.Client {
    /// The client without its secrets, as one line of JSON.
    package var line: String {
        JSONLine.text(
            of: .members([
                "user": .string(name), "program": .string(program), "createdAt": .int(createdAt),
                "lastSeenAt": lastSeenAt > 0 ? .int(lastSeenAt) : nil,
            ])
        )
    }

    /// Returns the program and the time since its last use, as shown to the user.
    package func seen(at now: Int) -> String {
        guard lastSeenAt > 0 else { return "not seen yet" }
        return "\(program), last seen \(PageText.age(of: lastSeenAt * 1_000, now: now * 1_000))"
    }
}
