// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

/// The inhibitors that logind lists (org.freedesktop.login1(5)).
enum Inhibitors {
    /// Returns the transitions that are delayed for the daemon.
    ///
    /// - Parameters:
    ///   - text: the answer of `ListInhibitors`, as busctl(1) prints it in JSON.
    ///   - user: the user of the daemon; `nil` for any.
    /// - Returns: names such as `sleep`; empty if there are none, or if the text is none of logind's.
    static func delayed(in text: String, for user: Int?) -> [String] {
        var reader = JSONReader(Array(text.utf8))
        guard case .array(let answers) = (try? reader.value())?["data"],
            case .array(let rows) = answers.first
        else { return [] }
        return rows.flatMap { row -> [String] in
            // What, who, why, mode, user and process.
            guard case .array(let fields) = row, fields.count == 6,
                case .string(let what) = fields[0], fields[1] == .string("stated"),
                fields[3] == .string("delay"), user.map({ fields[4] == .int($0) }) ?? true
            else { return [] }
            return what.split(separator: ":").map(String.init)
        }
    }
}
