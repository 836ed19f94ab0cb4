// SPDX-License-Identifier: Apache-2.0
internal import Varlink

package enum JSONLine {
    package static func text(_ members: KeyValuePairs<String, String>) -> String {
        text(of: .object(members.map { JSONMember(key: $0.key, value: .string($0.value)) }))
    }

    /// Returns an error in the same form as statectl; `status` is the exit status of the program.
    package static func error(_ message: String, status: Int32) -> String {
        let names: [Int32: String] = [
            1: "notThere", 64: "usage", 65: "badValue", 69: "noServer", 75: "tryAgain",
            78: "configuration",
        ]
        return text(
            of: .members([
                "error": .string(names[status] ?? "bug"), "status": .int(Int(status)),
                "message": .string(message),
            ])
        )
    }

    static func text(of json: JSONValue) -> String {
        String(decoding: json.encoded, as: UTF8.self)
    }
}
