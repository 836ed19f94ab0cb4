// SPDX-License-Identifier: Apache-2.0
internal import Varlink

extension SignInRecord.Client {
    package func line(waiting: Int?) -> String {
        JSONLine.text(
            of: .members([
                "user": .string(name), "program": .string(program), "createdAt": .int(createdAt),
                "lastSeenAt": lastSeenAt > 0 ? .int(lastSeenAt) : nil,
                "waiting": waiting.map { .int($0) },
            ])
        )
    }

    package func seen(at now: Int, waiting: Int?) -> String {
        guard lastSeenAt > 0 else { return "not seen yet" }
        let age = PageText.age(of: lastSeenAt * 1_000, now: now * 1_000)
        let changes = waiting.map { ", \($0) \($0 == 1 ? "change" : "changes") waiting" }
        return "\(program), last seen \(age)\(changes ?? "")"
    }
}
