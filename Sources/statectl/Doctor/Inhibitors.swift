// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

/// The inhibitors that logind lists (org.freedesktop.login1(5)).
enum Inhibitors {
    /// Returns the transitions delayed for the daemon.
    ///
    /// - Parameters:
    ///   - text: the answer of `ListInhibitors`, as busctl(1) prints it in JSON.
    ///   - user: the user of the daemon; `nil` for any.
    /// - Returns: names such as `sleep`; empty if there are none, or if the text is invalid.
    static func delayed(in text: String, for user: Int?) -> [String] {
        let rows = JSONValue.parse(Array(text.utf8))?["data"]?.list.first?.list ?? []
        return rows.map(\.list).flatMap { fields -> [String] in
            // What, who, why, mode, user and process.
            guard fields.count == 6, let what = fields[0].string, fields[1] == .string("stated"),
                fields[3] == .string("delay"), user.map({ fields[4] == .int($0) }) ?? true
            else { return [] }
            return what.split(separator: ":").map(String.init)
        }
    }
}
