internal import StateModel

extension FolderShelf {
    /// From how many segments of its own on a device packs them.
    static var packAt: Int { 64 }
    /// How many runs a packed segment says that it replaces: the newest.
    private static var rememberedRuns: Int { 1_024 }
    /// How long events and tombstones stay that every device has read, in milliseconds: twice as
    /// long as stores keep tombstones.
    private static var keptFor: Int { 62 * 3_600_000 }

    /// Packs this device's segments into one, once there are many: what newer records of the same
    /// item took the place of goes, and so do events and tombstones that everybody knows.
    mutating func pack(now: Int) throws(RemoteError) {
        let names = try layout.segments(of: origin)
        guard names.count >= Self.packAt, let newest = names.last else { return }
        guard let packed = try packed(names, now: now), let last = packed.records.indices.last
        else { return }
        let name = SegmentName(
            generation: newest.generation,
            run: drawRun(),
            first: 1,
            last: last + 1,
            isPacked: true
        )
        let directory = layout.directory(of: origin)
        try Files.write(packed.bytes, to: "\(directory)/\(name.file)")
        beginRun(generation: newest.generation + 1)
        for name in names { try Files.remove("\(directory)/\(name.file)") }
    }

    /// What is left of those segments; nil: one of them can't be read, and all stay as they are.
    private mutating func packed(
        _ names: [SegmentName],
        now: Int
    ) throws(RemoteError) -> Segment? {
        let known = try knownToAll()
        var records: [RemoteRecord] = []
        var replaces: [UInt64] = []
        for name in names {
            let path = "\(layout.directory(of: origin))/\(name.file)"
            guard let bytes = try Files.read(path), let segment = Segment(bytes: bytes) else {
                return nil
            }
            let isKnown = known.allSatisfy { $0.last[name.run, default: 0] >= name.last }
            records += segment.records.filter { record in
                !(isKnown && record.sentAt < now - Self.keptFor && record.isPassing)
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

    /// Up to where each other device has read.
    private func knownToAll() throws(RemoteError) -> [FolderPosition] {
        var positions: [FolderPosition] = []
        for other in try layout.present() where other != origin {
            if let bytes = try Files.read(layout.presence(of: other)),
                let file = PresenceFile(bytes: bytes)
            {
                positions.append(file.position)
            }
        }
        return positions
    }
}

extension RemoteRecord {
    /// The item that it is about, if it is about one.
    fileprivate var key: SyncKey? {
        if case .item(let version) = content { version.key } else { nil }
    }

    /// Whether it is of no use to a device that joins later.
    fileprivate var isPassing: Bool {
        switch content {
        case .event: true
        case .item(let version): version.value == .tombstone
        }
    }
}

extension Sequence<UInt64> {
    /// Each but once, where it first comes.
    fileprivate func uniqued() -> [UInt64] {
        var seen: Set<UInt64> = []
        return filter { seen.insert($0).inserted }
    }
}
