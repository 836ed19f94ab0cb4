// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// The decision about which of a device's records a pack keeps.
struct PackSurvey {
    struct Place: Equatable {
        let file: String
        let index: Int
    }

    /// The file names of the segments that all devices have read.
    var known: Set<String> = []
    /// The runs that the pack replaces, in the order of the segments.
    var replaces: [UInt64] = []
    /// The time before which records that all devices have read and no longer use are left out.
    let oldest: Timestamp
    /// For each item, the operation number and the place of its newest record.
    private(set) var newest: [SyncKey: (number: Int, place: Place)] = [:]

    /// The event with the highest rank in the segments, by topic and key.
    private(set) var values: [[ExactString]: (id: String, rank: EventRank)] = [:]

    /// Takes a record into account; ``known`` must already have the segment, if all devices have
    /// read it.
    ///
    /// The newer of two records is the one with the higher operation number. File names are not
    /// reliable, because others can write to the folder. A record that was sent twice has the same
    /// number both times; the later one is used.
    mutating func note(_ record: SegmentRecord, at place: Place) {
        guard let record = record.content else { return }
        if let event = record.keyedEvent, let key = event.key {
            let name = [ExactString(event.topic), ExactString(key.name)]
            let known = values[name]
            if known?.rank.precedes(key.rank, id: known?.id ?? "", otherID: event.id) ?? true {
                values[name] = (event.id, key.rank)
            }
        }
        guard !isOver(record, at: place), let key = record.key else { return }
        let number = record.operation.number
        if let known = newest[key], known.number > number { return }
        newest[key] = (number, place)
    }

    /// Returns true if the pack must contain a record.
    ///
    /// All records must have been passed to ``note(_:at:)`` before. A record that cannot be read is
    /// kept, because a later version of the program may have written it.
    func keeps(_ record: SegmentRecord, at place: Place) -> Bool {
        guard let record = record.content else { return true }
        guard !isOver(record, at: place) else { return false }
        return record.key.map { newest[$0]?.place == place } ?? true
    }

    /// Returns true if the record is an old event or tombstone that all devices have read.
    ///
    /// For the event with the highest rank of a key, the result is always false, even if the event
    /// cleared the key: the segments of another device may have the value that it cleared.
    private func isOver(_ record: RemoteRecord, at place: Place) -> Bool {
        guard let use = record.useMilliseconds, record.sentAt < oldest - use,
            known.contains(place.file)
        else { return false }
        guard let event = record.keyedEvent, let key = event.key else { return true }
        let highest = values[[ExactString(event.topic), ExactString(key.name)]]
        return highest.map { ExactString($0.id) != ExactString(event.id) } ?? true
    }
}

/// The segments of a pack, which divide the records of one run into parts of moderate size.
struct PackedOutput {
    /// The maximum size of a part's records, in bytes, unless a single record is larger.
    ///
    /// Writers and readers need several times that much memory, and the program that shares the
    /// folder transfers a part as a whole.
    private static let partBytes = 1 << 20

    let run: UInt64
    let generation: Int
    private(set) var part = Segment([])
    private(set) var bytes = 0
    private(set) var first = 1

    /// Adds a record; returns the previous part if the record does not fit into it.
    mutating func add(_ record: SegmentRecord) -> (part: Segment, name: SegmentName)? {
        let size = record.bytes.count
        defer {
            part.records.append(record)
            bytes += size
        }
        guard bytes + size > Self.partBytes, !part.records.isEmpty else { return nil }
        return take()
    }

    /// Returns the last part, which lists the replaced runs; `nil` if there are no records.
    mutating func end(replacing runs: [UInt64]) -> (part: Segment, name: SegmentName)? {
        guard !part.records.isEmpty else { return nil }
        part.replaces = runs
        return take()
    }

    private mutating func take() -> (part: Segment, name: SegmentName) {
        let name = SegmentName(
            generation: generation,
            run: run,
            first: first,
            last: first + part.records.count - 1,
            isPacked: true
        )
        defer {
            first = name.last + 1
            (part, bytes) = (Segment([]), 0)
        }
        return (part, name)
    }
}

extension RemoteRecord {
    fileprivate var key: SyncKey? {
        if case .item(let version) = content { version.key } else { nil }
    }

    fileprivate var keyedEvent: Event? {
        if case .event(let event) = content, event.event.key != nil { event.event } else { nil }
    }

    /// The time after which a device that joins later does not need the record; `nil` if it always
    /// does.
    ///
    /// The segments of another device may have a point that a tombstone removed, until the point
    /// expires.
    fileprivate var useMilliseconds: Int? {
        switch content {
        case .event: 0
        case .item(let version):
            version.key.kind == .point && version.value == .tombstone
                ? ItemVersion.lifeMilliseconds : nil
        }
    }
}
