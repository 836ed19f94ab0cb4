// SPDX-License-Identifier: Apache-2.0
import Varlink

extension JSONValue {
    /// Whether two values mean the same to Varlink.
    ///
    /// Members have no order, one that is null may be absent, and 1 is 1.0.
    func means(_ other: JSONValue) -> Bool {
        switch (self, other) {
        case (.object, .object):
            let mine = named
            let others = other.named
            return mine.keys == others.keys
                && mine.allSatisfy { key, value in others[key].map(value.means) ?? false }
        case (.array(let mine), .array(let others)):
            return mine.count == others.count && zip(mine, others).allSatisfy { $0.means($1) }
        case (.int(let int), .double(let double)), (.double(let double), .int(let int)):
            return double == Double(int)
        default:
            return self == other
        }
    }

    /// The members that are not null, by name.
    private var named: [String: JSONValue] {
        var named: [String: JSONValue] = [:]
        for member in members {
            named[member.key] = member.value == .null ? nil : member.value
        }
        return named
    }
}
