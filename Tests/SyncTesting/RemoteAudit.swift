package import StateModel

/// Looks through all that a remote holds for numbers that were used for two things.
///
/// The same thing may be there twice: a device that does not know whether it was heard says it
/// again, under the same number.
package struct RemoteAudit: Sendable {
    /// What is wrong, for people; empty: nothing.
    package private(set) var faults: [String] = []
    /// How many records there are.
    package private(set) var count = 0
    /// Every life of every device that wrote something.
    package private(set) var origins: Set<Origin> = []
    private var operations: [Operation: String] = [:]
    private var events: [Origin: [String: String]] = [:]
    private var places: [Place: String] = [:]
    private var writes: [SyncKey: [Stamp: String]] = [:]

    private struct Place: Hashable {
        var origin: Origin
        var number: Int
    }

    /// Nothing has been looked at.
    package init() {}

    /// Looks through a remote that has been set up.
    ///
    /// - Throws: what the remote throws.
    package static func of(_ remote: any Remote) async throws -> RemoteAudit {
        var audit = RemoteAudit()
        var cursor: RemoteCursor?
        while true {
            let page = try await remote.page(after: cursor, limit: 1_000)
            guard case .entries(let entries, let next, let more) = page else {
                audit.faults.append("it cannot be read on: \(page)")
                return audit
            }
            for entry in entries { audit.take(entry.record) }
            cursor = next
            if !more { return audit }
        }
    }

    /// Takes in one record.
    package mutating func take(_ record: RemoteRecord) {
        count += 1
        origins.insert(record.operation.origin)
        switch record.content {
        case .event(let event): take(event, of: record.operation)
        case .item(let version): take(version, of: record.operation)
        }
    }

    private mutating func take(_ event: SyncedEvent, of operation: Operation) {
        faults += Self.clash(&operations[operation], "event \(event.id)", "\(operation)")
        let place = Place(origin: event.origin, number: event.number)
        faults += Self.clash(&places[place], event.id, "event \(event.number) of \(event.origin)")
        // Two devices may append one id; one device numbers it once.
        faults += Self.clash(
            &events[event.origin, default: [:]][event.id],
            "event \(event.number)",
            "\(event.id) of \(event.origin)"
        )
    }

    private mutating func take(_ version: ItemVersion, of operation: Operation) {
        let words = "\(version.key.name.text): \(version.value.words)"
        faults += Self.clash(&operations[operation], words, "\(operation)")
        faults += Self.clash(
            &writes[version.key, default: [:]][version.stamp],
            words,
            "\(version.stamp)"
        )
    }

    private static func clash(_ known: inout String?, _ words: String, _ number: String) -> [String]
    {
        defer { known = words }
        guard let known, known != words else { return [] }
        return ["\(number) is \(known), and \(words)"]
    }
}

extension ItemValue {
    /// What it says but for its ages, which may be told anew.
    fileprivate var words: String {
        switch self {
        case .tombstone: "removed"
        case .alias(let item): "an alias of \(item)"
        case .point(let point):
            "\(point.player) \(point.status) \(point.position) \(point.title ?? "") \(point.device)"
        }
    }
}
