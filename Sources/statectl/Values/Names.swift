// SPDX-License-Identifier: Apache-2.0
import StateModel
import StateProtocol

extension Status: TextValue {}

extension Cause: TextValue {}

extension Sync.EntryState: TextValue {}

extension RawRepresentable<String> where Self: CaseIterable {
    static func named(_ text: String) throws(BadValue) -> Self {
        guard let value = Self(rawValue: text) else {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            throw BadValue(text, expected: "one of \(names)")
        }
        return value
    }
}
