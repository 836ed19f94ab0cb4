// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

extension SharedFolder {
    /// The number of its own segments at which a device packs them.
    static var packAt: Int { 64 }
    /// The number of runs, the newest ones, that a packed segment lists as replaced.
    private static var rememberedRuns: Int { 1_024 }
    /// The time for which events and tombstones are kept after every device has read them.
    ///
    /// In milliseconds; twice as long as stores keep tombstones.
    private static var retentionMilliseconds: Int { 62 * 3_600_000 }

    /// Packs this device's segments into one, once there are many.
    ///
    /// Records superseded by newer ones of the same item are dropped, and so are old events and
    /// tombstones that all devices know.
    mutating func pack(_ folder: borrowing OpenFolder, now: Timestamp) throws(RemoteError) {
        let names = try folder.segments(of: origin)
        guard names.count >= Self.packAt, let newest = names.last else { return }
        guard let packed = try packed(names, in: folder, now: now), !packed.records.isEmpty else {
            return
        }
        let run = drawRun()
        var first = 1
        for part in packed.parts() {
            let name = SegmentName(
                generation: newest.generation,
                run: run,
                first: first,
                last: first + part.records.count - 1,
                isPacked: true
            )
            try write(part, as: name, folder)
            first += part.records.count
        }
        beginRun(generation: newest.generation + 1)
        try remove(names, folder)
    }

    /// Returns the remaining records of those segments.
    ///
    /// `nil` if one of them can't be read, in which case all are kept.
    private mutating func packed(
        _ names: [SegmentName],
        in folder: borrowing OpenFolder,
        now: Timestamp
    ) throws(RemoteError) -> Segment? {
        let known = try knownToAll(folder)
        var records: [RemoteRecord] = []
        var replaces: [UInt64] = []
        for name in names {
            guard let segment = try segment(name, of: origin, folder) else { return nil }
            let isKnown = known.allSatisfy { $0.last[name.run, default: 0] >= name.last }
            records += segment.records.filter { record in
                !(isKnown && record.sentAt < now - Self.retentionMilliseconds && record.isPassing)
            }
            replaces += segment.replaces + [name.run]
        }
        var newest: [SyncKey: Int] = [:]
        for (index, record) in records.enumerated() {
            if let key = record.key { newest[key] = index }
        }
        let kept = records.enumerated().filter { index, record in
            record.key.map { newest[$0] == index } ?? true
        }
        let runs = Array(replaces.reversed().uniqued().prefix(Self.rememberedRuns))
        let left = kept.map(\.element)
        return Segment(left.isEmpty ? Array(records.suffix(1)) : left, replaces: runs)
    }

    /// Returns the position of each other device; an unreadable one counts as having read nothing.
    private func knownToAll(
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) -> [FolderPosition] {
        try folder.presences().filter { $0.origin != origin }.map { _, bytes in
            PresenceFile(bytes: bytes)?.position ?? FolderPosition()
        }
    }
}

extension Segment {
    /// The size of a part, in bytes of its records.
    ///
    /// A reader needs that much memory for a part, and a carrier transfers that much again for
    /// a change.
    private static var partBytes: Int { 4 << 20 }

    /// Returns the segment in parts of a readable size; the last one lists the replaced runs.
    func parts() -> [Segment] {
        var parts: [Segment] = []
        var part = Segment([])
        var bytes = 0
        for record in records {
            let size = record.bytes.count
            if bytes + size > Self.partBytes, !part.records.isEmpty {
                parts.append(part)
                (part, bytes) = (Segment([]), 0)
            }
            part.records.append(record)
            bytes += size
        }
        part.replaces = replaces
        return parts + [part]
    }
}

extension RemoteRecord {
    /// The key of the item that the record is about, if there is one.
    fileprivate var key: SyncKey? {
        if case .item(let version) = content { version.key } else { nil }
    }

    /// True if the record is of no use to a device that joins later.
    fileprivate var isPassing: Bool {
        switch content {
        case .event: true
        case .item(let version): version.value == .tombstone
        }
    }
}

extension Sequence<UInt64> {
    /// Returns the elements without duplicates, in the order of their first occurrence.
    fileprivate func uniqued() -> [UInt64] {
        var seen: Set<UInt64> = []
        return filter { seen.insert($0).inserted }
    }
}
