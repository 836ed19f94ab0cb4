// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

extension SharedFolder {
    /// Returns true if so many segments have not been packed yet that a device packs all of its own.
    ///
    /// Packed ones do not count: a device with much data has many of them, and would pack all of
    /// them again after each push.
    static func needsPacking(_ names: [SegmentName]) -> Bool {
        names.count { !$0.isPacked } >= 64
    }

    /// The maximum number of replaced runs in the list of a packed segment; the oldest are left
    /// out.
    private static var rememberedRuns: Int { 1_024 }
    /// The minimum time for which events are kept, in milliseconds.
    ///
    /// Tombstones are kept for this time after all points that they may have removed have expired.
    /// It is twice as long as the time for which stores keep tombstones that all devices have read.
    private static var retentionMilliseconds: Int { 62 * 3_600_000 }

    /// Packs this device's segments into fewer segments, if ``needsPacking(_:)``.
    ///
    /// Superseded records of an item, and old events and tombstones that all devices have read, are
    /// left out; see ``PackSurvey``. If a segment cannot be read, none is removed. The segments
    /// are read twice, one at a time, because together they may not fit into memory.
    mutating func pack(_ folder: borrowing OpenFolder, now: Timestamp) throws(RemoteError) {
        let names = try folder.segments(of: origin)
        guard Self.needsPacking(names), let newest = names.last else { return }
        guard let survey = try survey(names, in: folder, now: now) else { return }
        var output = PackedOutput(run: drawRun(), generation: newest.generation)
        for name in names {
            guard let segment = try segment(name, of: origin, folder) else { return }
            for (index, record) in segment.records.enumerated()
            where survey.keeps(record, at: PackSurvey.Place(file: name.file, index: index)) {
                if let full = output.add(record) { try own.write(full.part, as: full.name, folder) }
            }
        }
        guard let last = output.end(replacing: Self.remembered(survey.replaces)) else { return }
        try own.write(last.part, as: last.name, folder)
        beginRun(after: newest.generation)
        try own.remove(names, folder)
    }

    private static func remembered(_ replaces: [UInt64]) -> [UInt64] {
        Array(replaces.reversed().uniqued().prefix(rememberedRuns))
    }

    /// Reads all segments to decide which records to keep; returns `nil` if one of them cannot be
    /// read.
    private mutating func survey(
        _ names: [SegmentName],
        in folder: borrowing OpenFolder,
        now: Timestamp
    ) throws(RemoteError) -> PackSurvey? {
        let known = try readPositions(folder)
        var survey = PackSurvey(oldest: now - Self.retentionMilliseconds)
        for name in names {
            guard let segment = try segment(name, of: origin, folder) else { return nil }
            if known.allSatisfy({ $0.last[name.run, default: 0] >= name.last }) {
                survey.known.insert(name.file)
            }
            for (index, record) in segment.records.enumerated() {
                survey.note(record, at: PackSurvey.Place(file: name.file, index: index))
            }
            survey.replaces += segment.replaces + [name.run]
        }
        return survey
    }

    /// Returns the positions up to which the other devices have read; a device whose presence
    /// cannot be read counts as having read nothing.
    private func readPositions(
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) -> [FolderPosition] {
        try folder.presences().filter { $0.origin != origin }.map { _, bytes in
            PresenceFile(bytes: bytes)?.position ?? FolderPosition()
        }
    }
}

extension Sequence<UInt64> {
    fileprivate func uniqued() -> [UInt64] {
        var seen: Set<UInt64> = []
        return filter { seen.insert($0).inserted }
    }
}
