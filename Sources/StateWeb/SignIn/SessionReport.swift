// SPDX-License-Identifier: Apache-2.0
internal import Varlink

extension SignInRecord.Session {
    package var line: String {
        JSONLine.text(
            of: .members([
                "id": .string(id), "label": .string(label), "address": .string(address),
                "createdAt": .int(createdAt), "lastSeenAt": .int(lastSeenAt),
            ])
        )
    }

    package func age(at now: Int) -> String {
        PageText.age(of: lastSeenAt * 1_000, now: now * 1_000)
    }
}
