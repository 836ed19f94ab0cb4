package import StateModel

/// The devices that rows name, by their numbers; this one is number 1.
package struct DeviceBook: Sendable, Equatable {
    /// One device.
    package struct Entry: Sendable, Equatable {
        /// What tells it from others.
        package var text: String
        /// What people call it.
        package var label: String
    }

    /// The devices by number.
    package private(set) var entries: [Int: Entry] = [:]
    private var numbers: [String: Int] = [:]

    /// A book of no device.
    package init() {}

    /// The label of that device.
    package func label(of number: Int) -> String { entries[number]?.label ?? "unknown" }

    /// The number of the device that this tells from others.
    package func number(of text: String) -> Int? { numbers[text] }

    /// The life of a device that appended events; nil: it is named otherwise.
    package func origin(of number: Int) -> Origin? { entries[number].flatMap { Origin($0.text) } }

    /// The number that the next device gets.
    var next: Int { (entries.keys.max() ?? 0) + 1 }

    mutating func set(_ entry: Entry, as number: Int) {
        entries[number] = entry
        numbers[entry.text] = number
    }
}
