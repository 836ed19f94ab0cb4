// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A playback status, by its name.
struct StatusValue: TextValue {
    /// The status.
    let status: Status

    /// The names of all statuses.
    static var names: [String] { Status.allCases.map(\.rawValue) }

    /// Creates the value from a name.
    init(text: String) throws(BadValue) {
        status = try Status.named(text)
    }
}

/// The cause of a player's report, by its name.
struct CauseValue: TextValue {
    /// The cause.
    let cause: Cause

    /// The names of all causes.
    static var names: [String] { Cause.allCases.map(\.rawValue) }

    /// Creates the value from a name.
    init(text: String) throws(BadValue) {
        cause = try Cause.named(text)
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// Returns the case of that name.
    static func named(_ text: String) throws(BadValue) -> Self {
        guard let value = Self(rawValue: text) else {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            throw BadValue(text, expected: "one of \(names)")
        }
        return value
    }
}
