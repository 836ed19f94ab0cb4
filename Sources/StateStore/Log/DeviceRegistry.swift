// SPDX-License-Identifier: Apache-2.0
internal import StateModel
package import SyncModel

package struct DeviceRegistry: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        /// The text that identifies the device to other devices.
        package var text: String
        package var label: String
    }

    package private(set) var entries: [DeviceID: Entry] = [:]
    private var numbers: [String: DeviceID] = [:]

    package init() {}

    package func label(of number: DeviceID) -> String { entries[number]?.label ?? "unknown" }

    package func number(of text: String) -> DeviceID? { numbers[text] }

    /// Returns the origin of a device's events; `nil` if the device's text is not an origin.
    package func origin(of number: DeviceID) -> Origin? {
        entries[number].flatMap { Origin($0.text) }
    }

    var next: DeviceID { (entries.keys.max() ?? DeviceID(0)) + 1 }

    static func entry(of row: Statement) -> (number: DeviceID, entry: Entry)? {
        let number: DeviceID = row.int(0)
        let entry = Entry(text: row.text(1), label: row.text(2))
        guard number >= .own, Statement.isCount(number.rawValue),
            number != .own || UInt64(entry.text, radix: 16) != nil
        else { return nil }
        return (number, entry)
    }

    mutating func set(_ entry: Entry, as number: DeviceID) {
        entries[number] = entry
        numbers[entry.text] = number
    }
}
