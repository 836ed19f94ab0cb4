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

    /// The name of the status, which is one of sysexits.h.
    private var name: String {
        switch status {
        case 64: "usage"
        case 69: "noServer"
        case 75: "tryAgain"
        case 78: "configuration"
        default: "bug"
        }
    }

    /// The report, with a line feed.
    package var line: String {
        let json = JSONValue.members([
            "error": .string(name), "status": .int(Int(status)), "message": .string(message),
        ])
        return String(decoding: json.encoded, as: UTF8.self) + "\n"
    }
}
