// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

/// The inhibitors that logind has granted; see org.freedesktop.login1(5).
enum Inhibitors {
    /// Returns the transitions, such as `sleep`, that logind delays for a user's daemon; `nil`
    /// matches any user.
    ///
    /// `text` is the reply to `ListInhibitors`, as printed by busctl(1) in JSON. The result is
    /// empty if the text is malformed.
    static func delayed(in text: String, for user: Int?) -> [String] {
        let rows = JSONValue.parse(Array(text.utf8))?["data"]?.list.first?.list ?? []
        return rows.map(\.list).flatMap { fields -> [String] in
            // The fields are what, who, why, mode, user ID and process ID.
            guard fields.count == 6, let what = fields[0].string, fields[1] == .string("stated"),
                fields[3] == .string("delay"), user.map({ fields[4] == .int($0) }) ?? true
            else { return [] }
            return what.split(separator: ":").map(String.init)
        }
    }
}
