// SPDX-License-Identifier: Apache-2.0

/// A reference model of the events that synced devices hold of each other.
package struct SyncEventBook: Sendable {
    /// An event as a device lists it.
    package struct Found: Sendable, Equatable {
        /// The number of the event on that device.
        package var sequence: Int
        /// The id of the event, such as `attic/17`.
        package var id: String

        /// Creates an event from its members.
        package init(sequence: Int, id: String) {
            self.sequence = sequence
            self.id = id
        }
    }

    /// The number of acknowledged appends.
    package private(set) var acknowledged = 0
    /// The number of the newest event that each device was asked to append.
    private var sent: [String: Int] = [:]
    /// The events of each device that it has acknowledged.
    private var promised: [String: Set<Int>] = [:]
    /// The events that each device holds, in its order.
    private var held: [String: [String]] = [:]
    /// The number of the newest event of one device on another: `[holder][writer]`.
    private var newest: [String: [String: Int]] = [:]

    /// Creates an empty model.
    package init() {}

    /// Returns the number of events that a device holds.
    package func count(on device: String) -> Int { held[device]?.count ?? 0 }

    /// Returns the id of the next event that a device appends.
    package mutating func next(on device: String) -> String {
        sent[device, default: 0] += 1
        return "\(device)/\(sent[device] ?? 0)"
    }

    /// Records that a device acknowledged one of its own events.
    package mutating func acknowledges(_ id: String) {
        guard let (device, number) = Self.parts(id) else { return }
        acknowledged += 1
        promised[device, default: []].insert(number)
    }

    /// Checks the events that a device lists after those already known.
    ///
    /// - Throws: an event that occurs twice, is out of its device's order, or was never appended.
    package mutating func finds(_ events: [Found], on holder: String) throws(Violation) {
        for event in events {
            let expected = count(on: holder) + 1
            guard event.sequence == expected else {
                throw Violation("\(holder): event \(event.sequence) in the place of \(expected)")
            }
            guard let (writer, number) = Self.parts(event.id), number <= sent[writer] ?? 0 else {
                throw Violation("\(holder): nobody appended \(event.id)")
            }
            let last = newest[holder]?[writer] ?? 0
            guard number > last else {
                throw Violation("\(holder): \(event.id) comes after \(writer)/\(last)")
            }
            if let lost = ((last + 1)..<number).first(where: {
                promised[writer]?.contains($0) == true
            }) {
                throw Violation("\(holder): \(event.id) is there, \(writer)/\(lost) is not")
            }
            newest[holder, default: [:]][writer] = number
            held[holder, default: []].append(event.id)
        }
    }

    /// Checks that the holder has all events that the writer acknowledged.
    package func expectAll(of writer: String, on holder: String) throws(Violation) {
        let last = newest[holder]?[writer] ?? 0
        if let lost = promised[writer]?.filter({ $0 > last }).min() {
            throw Violation("\(holder): \(writer)/\(lost) is not there")
        }
    }

    /// Checks that all devices hold the same events, each in its own order.
    package func expectEqual() throws(Violation) {
        let sets = held.mapValues { Set($0) }
        for (one, first) in sets {
            for (other, second) in sets where first != second {
                let lacking = first.subtracting(second).sorted().prefix(3)
                throw Violation("\(one) has events that \(other) has not: \(lacking)")
            }
        }
    }

    /// Checks that a list from the first event on equals the known events of the device.
    package func expectSame(_ events: [Found], on holder: String) throws(Violation) {
        guard events.map(\.id) == held[holder] ?? [] else {
            throw Violation("\(holder) lists other events than before")
        }
    }

    private static func parts(_ id: String) -> (device: String, number: Int)? {
        let parts = id.split(separator: "/")
        guard parts.count == 2, let number = Int(parts[1]), number > 0 else { return nil }
        return (String(parts[0]), number)
    }
}
