// SPDX-License-Identifier: Apache-2.0
package import SyncModel

extension SharedFolder {
    /// Returns a page of the records that all devices, including this one, have written since the
    /// cursor.
    package mutating func page(
        after cursor: RemoteCursor?,
        limit: Int
    ) throws(RemoteError) -> RemotePage {
        let folder = try open()
        guard var position = cursor.map(FolderPosition.init(_:)) ?? FolderPosition() else {
            return .gap
        }
        damage.begin()
        if position != self.position { readAhead = [:] }
        let listing = try listing(folder)
        if try hasLostRecords(listing, position, folder) {
            try folder.checkIdentity()
            own.mustResend = false
            beginRun(after: generation)
            return .rewound(epoch: 0)
        }
        // The records of a replaced run are read from the pack.
        position.last = position.last.filter {
            listing.runs.contains($0.key) || listing.reach[$0.key] != .max
        }
        var entries: [RemoteEntry] = []
        for (origin, names) in listing.segments {
            if origin == self.origin { position.own = names.reach }
            try read(names, of: origin, in: folder, &position, limit: limit, &entries)
            try noteGap(in: names, of: origin, after: position, folder)
        }
        try folder.checkIdentity()
        let files = Set(listing.segments.flatMap { $0.names.map(\.file) })
        readAhead = readAhead.filter { files.contains($0.key) }
        self.position = position
        gone = position.last.filter { !listing.runs.contains($0.key) }
        if entries.count < limit {
            damage.end(files)
            current = nil
        }
        return .entries(entries, cursor: position.cursor, more: entries.count >= limit)
    }

    /// Reads the new records of a device.
    ///
    /// A segment that is missing or damaged is skipped. Versions of items do not depend on earlier
    /// records, so they are read from later segments. The events in later segments are read only
    /// after the skipped segment, because they must stay in order, unless the device is gone.
    private mutating func read(
        _ names: [SegmentName],
        of origin: Origin,
        in folder: borrowing OpenFolder,
        _ position: inout FolderPosition,
        limit: Int,
        _ entries: inout [RemoteEntry]
    ) throws(RemoteError) {
        for name in names where entries.count < limit {
            let last = position.last[name.run] ?? 0
            guard name.last > last else { continue }
            if name.first > last + 1 {
                try readAhead(name, of: origin, in: folder, limit: limit, &entries)
                continue
            }
            guard let segment = try segment(name, of: origin, folder) else { continue }
            let path = path(name, of: origin)
            var read = last
            for record in segment.records.dropFirst(last + 1 - name.first)
            where entries.count < limit {
                read += 1
                guard let record = record.content else { continue }
                entries.append(RemoteEntry(record: record, source: path))
            }
            position.last[name.run] = read
        }
    }

    /// Reads the versions of items in a segment that follows a missing or damaged one, and also the
    /// events if the device is gone.
    ///
    /// ``readAhead`` counts them, so that later pages do not repeat them. The position does not
    /// change, because the missing segment may still arrive.
    private mutating func readAhead(
        _ name: SegmentName,
        of origin: Origin,
        in folder: borrowing OpenFolder,
        limit: Int,
        _ entries: inout [RemoteEntry]
    ) throws(RemoteError) {
        let read = readAhead[name.file] ?? 0
        guard name.last - name.first + 1 > read,
            let segment = try segment(name, of: origin, folder)
        else { return }
        var count = read
        for record in segment.records.dropFirst(read) where entries.count < limit {
            count += 1
            guard let record = record.content else { continue }
            if case .event = record.content, !over.contains(origin) { continue }
            entries.append(RemoteEntry(record: record, source: path(name, of: origin)))
        }
        readAhead[name.file] = count
    }

    /// Records the first missing segment of a device, if the device's presence or a later segment
    /// shows that there is one, and the device can still repair it.
    private mutating func noteGap(
        in names: [SegmentName],
        of origin: Origin,
        after position: FolderPosition,
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) {
        guard origin != self.origin, !over.contains(origin) else { return }
        let written = names.reduce(into: claims[origin] ?? [:]) { written, name in
            written[name.run] = max(written[name.run] ?? 0, name.last)
        }
        let here = names.reach(after: position.last)
        let gaps = written.filter { here[$0.key, default: 0] < $0.value }.keys.sorted()
        guard !gaps.isEmpty else { return }
        let replaced = try reach(names, of: origin, folder)
        guard let run = gaps.first(where: { replaced[$0] != .max }) else { return }
        let part = SegmentName.part(run: run, first: here[run, default: 0] + 1)
        let substitute = try folder.directory(of: origin)?.entries().sorted()
            .first { $0.contains(part) && SegmentName($0) == nil }
        damage.note(
            "\(layout.directory(of: origin))/\(substitute ?? "*-\(part)*")",
            of: origin,
            nil,
            substitute == nil
                ? "the program that shares the folder has not delivered it yet"
                : "the program that shares the folder has not delivered this file",
            isMissing: true
        )
    }

    /// Returns true if this device must send everything again, because the folder was replaced by an
    /// older copy.
    private mutating func hasLostRecords(
        _ listing: Listing,
        _ position: FolderPosition,
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) -> Bool {
        let names = listing.segments.first { $0.origin == origin }?.names ?? []
        let hasLostOwn = try hasLostOwn(names, position, folder)
        return own.mustResend || hasLostOwn || hasLostRead(listing, position)
    }

    /// Returns true if records of this device have disappeared from the folder.
    ///
    /// Other devices do not remove them, so the folder must have been replaced by an older copy.
    private mutating func hasLostOwn(
        _ names: [SegmentName],
        _ position: FolderPosition,
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) -> Bool {
        let reach = try reach(names, of: origin, folder)
        if written > reach[run, default: 0] { return true }
        return position.own.contains { reach[$0.key, default: 0] < $0.value }
    }

    /// Returns true if records that this device has read have disappeared from the folder, and so
    /// has this device's report that it had read them.
    ///
    /// Their device may be gone, so the devices that have read them send them again. Files alone may
    /// be missing for a while, and come back. The report shows the difference, because no other
    /// device writes it.
    private func hasLostRead(_ listing: Listing, _ position: FolderPosition) -> Bool {
        guard let reported else { return false }
        return position.last.contains { run, last in
            max(listing.reach[run, default: 0], reported[run, default: 0]) < last
        }
    }

    /// Lists the segments of all devices whose directories can be read.
    private mutating func listing(_ folder: borrowing OpenFolder) throws(RemoteError) -> Listing {
        var listing = Listing()
        for origin in try folder.origins() {
            guard let names = try names(of: origin, folder) else { continue }
            listing.segments.append((origin, names))
            listing.runs.formUnion(names.map(\.run))
            listing.reach.merge(try reach(names, of: origin, folder)) { max($0, $1) }
        }
        return listing
    }
}

/// The segments in a folder.
private struct Listing {
    var segments: [(origin: Origin, names: [SegmentName])] = []
    /// The runs of which there are segments.
    var runs: Set<UInt64> = []
    /// For each run, the number of the last record before the first gap; `Int.max` for a replaced
    /// run.
    var reach: [UInt64: Int] = [:]
}

extension [SegmentName] {
    /// For each run, the number of the last record before the first gap.
    var reach: [UInt64: Int] { reach(after: [:]) }

    /// Returns, for each run, the number of the last record before the first gap after `last`.
    func reach(after last: [UInt64: Int]) -> [UInt64: Int] {
        var reach = last
        for name in sorted() where name.first <= reach[name.run, default: 0] + 1 {
            reach[name.run] = Swift.max(name.last, reach[name.run] ?? 0)
        }
        return reach
    }
}
