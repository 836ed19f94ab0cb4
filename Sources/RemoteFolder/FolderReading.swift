internal import StateModel

extension FolderShelf {
    /// What was written since the cursor, by all devices, this one too.
    mutating func page(
        after cursor: RemoteCursor?,
        limit: Int
    ) throws(RemoteError) -> RemotePage {
        let folder = try open()
        guard var position = cursor.map(FolderPosition.init(_:)) ?? FolderPosition() else {
            return .gap
        }
        if try hasLostOwn(position, folder) {
            try folder.stays()
            beginRun(generation: generation + 1)
            return .rewound(epoch: 0)
        }
        var entries: [RemoteEntry] = []
        var runs: Set<UInt64> = []
        for origin in try folder.origins() {
            let names = try folder.segments(of: origin)
            runs.formUnion(names.map(\.run))
            if origin == self.origin { position.own = names.reach }
            try read(names, of: origin, in: folder, &position, limit: limit, &entries)
        }
        try folder.stays()
        // Runs that were packed away, or are not here for now: reading them twice does no harm.
        position.last = position.last.filter { runs.contains($0.key) }
        self.position = position
        let more = entries.count >= limit
        return .entries(entries, cursor: position.cursor, more: more)
    }

    private func read(
        _ names: [SegmentName],
        of origin: Origin,
        in folder: borrowing OpenFolder,
        _ position: inout FolderPosition,
        limit: Int,
        _ entries: inout [RemoteEntry]
    ) throws(RemoteError) {
        for name in names where entries.count < limit {
            let last = position.last[name.run] ?? 0
            // One whose predecessor has not arrived waits for it.
            guard name.first <= last + 1, name.last > last else { continue }
            guard let segment = try folder.segment(name, of: origin),
                segment.records.count == name.last - name.first + 1
            else { continue }
            let news = segment.records.dropFirst(last + 1 - name.first)
                .prefix(limit - entries.count)
            entries += news.map { RemoteEntry(record: $0) }
            position.last[name.run] = last + news.count
        }
    }

    /// Whether something of this device's that was here is not any more.
    ///
    /// An older copy of the folder was put in its place then: nobody else takes anything away
    /// from a device's directory.
    private mutating func hasLostOwn(
        _ position: FolderPosition,
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) -> Bool {
        let reach = try reach(folder)
        if written > reach[run, default: 0] { return true }
        return position.own.contains { reach[$0.key, default: 0] < $0.value }
    }
}

extension [SegmentName] {
    /// The number up to which the records of each run are there without a gap.
    var reach: [UInt64: Int] {
        var reach: [UInt64: Int] = [:]
        for name in sorted() where name.first <= reach[name.run, default: 0] + 1 {
            reach[name.run] = Swift.max(name.last, reach[name.run] ?? 0)
        }
        return reach
    }
}
