// SPDX-License-Identifier: Apache-2.0
internal import StateModel
package import SyncModel

/// An audit of all records of a remote, which finds numbers that were used for two different
/// things.
///
/// The same record may occur twice: a device that does not know if it was heard sends it again
/// under the same number.
package struct RemoteAudit: Sendable {
    /// The faults, for people; empty if there are none.
    package private(set) var faults: [String] = []
    /// The number of records.
    package private(set) var count = 0
    /// The origins, device and incarnation, of all records.
    package private(set) var origins: Set<Origin> = []
    private var operations: [Operation: String] = [:]
    private var events: [Origin: [String: String]] = [:]
    private var places: [Place: String] = [:]
    private var writes: [SyncKey: [Stamp: String]] = [:]

    private struct Place: Hashable {
        var origin: Origin
        var number: Int
    }

    /// Creates an audit without records.
    package init() {}

    /// Audits a remote that has been set up.
    ///
    /// - Throws: the errors of the remote.
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

    /// Adds a record to the audit.
    package mutating func take(_ record: RemoteRecord) {
        count += 1
        origins.insert(record.operation.origin)
        switch record.content {
        case .event(let event): take(event, of: record.operation)
        case .item(let version): take(version, of: record.operation)
        }
    }

    private mutating func take(_ event: SyncedEvent, of operation: Operation) {
        faults += Self.clash(&operations[operation], "event \(event.event.id)", "\(operation)")
        let place = Place(origin: event.origin, number: event.number)
        faults += Self.clash(
            &places[place],
            event.event.id,
            "event \(event.number) of \(event.origin)"
        )
        // Two devices may append the same id; one device numbers it only once.
        faults += Self.clash(
            &events[event.origin, default: [:]][event.event.id],
            "event \(event.number)",
            "\(event.event.id) of \(event.origin)"
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
    /// The content without its ages, which may differ when it is sent again.
    fileprivate var words: String {
        switch self {
        case .tombstone: "removed"
        case .alias(let item): "an alias of \(item)"
        case .point(let point):
            "\(point.player) \(point.status) \(point.position) \(point.title ?? "") \(point.device)"
        }
    }
}
