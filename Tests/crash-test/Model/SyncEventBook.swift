/// What devices that sync hold of one another's events.
package struct SyncEventBook: Sendable {
    /// An event as a device lists it.
    package struct Found: Sendable, Equatable {
        /// Its number on that device.
        package var sequence: Int
        /// Its id: `attic/17`.
        package var id: String

        /// An event with both its members.
        package init(sequence: Int, id: String) {
            self.sequence = sequence
            self.id = id
        }
    }

    /// How many appends were acknowledged.
    package private(set) var acknowledged = 0
    /// The number of the newest event that each device was told to append.
    private var sent: [String: Int] = [:]
    /// The events of each device that it acknowledged.
    private var promised: [String: Set<Int>] = [:]
    /// What each device has, in its order.
    private var held: [String: [String]] = [:]
    /// The number of the newest event of one device on another: `[holder][writer]`.
    private var newest: [String: [String: Int]] = [:]

    /// No event was appended yet.
    package init() {}

    /// How many events that device holds.
    package func count(on device: String) -> Int { held[device]?.count ?? 0 }

    /// The id of the next event that the device appends.
    package mutating func next(on device: String) -> String {
        sent[device, default: 0] += 1
        return "\(device)/\(sent[device] ?? 0)"
    }

    /// The device acknowledged an event of its own.
    package mutating func acknowledges(_ id: String) {
        guard let (device, number) = Self.parts(id) else { return }
        acknowledged += 1
        promised[device, default: []].insert(number)
    }

    /// The device lists these events, after those that are known already.
    ///
    /// - Throws: one that is there twice, out of its device's order, or that nobody appended.
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

    /// Everything that the writer acknowledged must be on the holder now.
    package func expectAll(of writer: String, on holder: String) throws(Violation) {
        let last = newest[holder]?[writer] ?? 0
        if let lost = promised[writer]?.filter({ $0 > last }).min() {
            throw Violation("\(holder): \(writer)/\(lost) is not there")
        }
    }

    /// All devices must hold the same events now, each in an order of its own.
    package func expectEqual() throws(Violation) {
        let sets = held.mapValues { Set($0) }
        for (one, first) in sets {
            for (other, second) in sets where first != second {
                let lacking = first.subtracting(second).sorted().prefix(3)
                throw Violation("\(one) has events that \(other) has not: \(lacking)")
            }
        }
    }

    /// Compares a list from the first event on with what is known of the device.
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
