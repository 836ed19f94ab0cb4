// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// An error as a command prints it with `--json`, like statectl.
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
