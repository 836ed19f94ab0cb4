// SPDX-License-Identifier: Apache-2.0
internal import SyncModel
internal import SystemSupport

/// The segments of this device in a folder, and their private copies, from which missing and damaged
/// files are written again.
struct OwnSegments {
    let layout: FolderLayout
    let origin: Origin
    let mirror: SegmentMirror?
    /// The name of the folder; `nil` while it is unknown.
    var folder: String?
    /// The paths of the files that the last verification wrote again or removed.
    private(set) var repaired: [String] = []
    /// True if a file is lost and cannot be repaired, so that everything must be sent again.
    var mustResend = false
    /// The stamps that the segments had when they were last written, or compared with their private
    /// copies, by file name.
    private(set) var verified: [String: FileStamp] = [:]
    private(set) var verifiedCount = 0

    /// Compares this device's segments, and those of its earlier incarnations, with their private
    /// copies, and repairs the folder.
    mutating func verify(_ folder: borrowing OpenFolder) throws(RemoteError) {
        guard let mirror, let name = self.folder else { return }
        repaired = []
        verifiedCount += 1
        try verify(origin, folder)
        for former in try mirror.origins(in: name)
        where former.device == origin.device && former != origin {
            try folder.makeDirectory(of: former)
            try verify(former, folder)
        }
    }

    /// Compares the segments of an incarnation of this device with their private copies.
    ///
    /// A file whose metadata has not changed since the last comparison is skipped. Each call
    /// nevertheless compares one such file, because damage by the disk itself does not change the
    /// metadata.
    private mutating func verify(
        _ origin: Origin,
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) {
        guard let copies = try copies(of: origin), let own = try folder.directory(of: origin) else {
            return
        }
        let kept = try copies.names().compactMap { SegmentName($0) }.sorted()
        let limit = Segment.maximumFileBytes
        let due = kept.isEmpty ? nil : kept[verifiedCount % kept.count]
        for name in kept {
            let stamp = own.stamp(name.file)
            if name != due, let stamp, verified[name.file] == stamp { continue }
            guard
                case .bytes(let copy)? = try copies.content(name.file, limit: limit),
                Segment(bytes: copy)?.fits(name) == true
            else {
                // The copy itself is damaged, and is replaced below by the intact file in the
                // folder.
                try copies.remove(name.file)
                continue
            }
            if case .bytes(copy)? = try own.content(name.file, limit: limit) {
                verified[name.file] = stamp
                continue
            }
            try own.remove(name.file)
            try own.write(copy, to: name.file)
            verified[name.file] = own.stamp(name.file)
            repaired.append("\(layout.directory(of: origin))/\(name.file)")
        }
        try adopt(own, copies, of: origin)
    }

    /// Copies segments of this device that have no private copy, such as those of an earlier version
    /// of the program.
    ///
    /// A damaged segment without a copy cannot be repaired. It is removed, and the device sends
    /// everything again.
    private mutating func adopt(
        _ own: borrowing OpenDirectory,
        _ copies: borrowing OpenDirectory,
        of origin: Origin
    ) throws(RemoteError) {
        let limit = Segment.maximumFileBytes
        let kept = Set(try copies.names())
        for name in try own.names().compactMap({ SegmentName($0) }) where !kept.contains(name.file)
        {
            if case .bytes(let bytes)? = try own.content(name.file, limit: limit),
                Segment(bytes: bytes)?.fits(name) == true
            {
                try copies.write(bytes, to: name.file)
                verified[name.file] = own.stamp(name.file)
            } else {
                try own.remove(name.file)
                repaired.append("\(layout.directory(of: origin))/\(name.file)")
                mustResend = true
            }
        }
    }

    func copies(of origin: Origin? = nil) throws(RemoteError) -> OpenDirectory? {
        guard let mirror, let name = folder else { return nil }
        return try mirror.directory(name, origin ?? self.origin)
    }

    /// Writes the private copy of a segment, and then the segment.
    mutating func write(
        _ segment: Segment,
        as name: SegmentName,
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) {
        var segment = segment
        segment.place = Segment.Place(run: name.run, first: UInt64(name.first))
        if let copies = try copies() { try copies.write(segment.bytes, to: name.file) }
        do throws(RemoteError) {
            try folder.write(segment, as: name, of: origin)
        } catch {
            // If the segment could not be stored, it must not appear in the folder later.
            if let copies = try copies() { try copies.remove(name.file) }
            throw error
        }
        verified[name.file] = try folder.directory(of: origin)?.stamp(name.file)
    }

    /// Removes segments of this device.
    ///
    /// The private copies are removed first; otherwise the next verification would restore the
    /// segments from them.
    mutating func remove(
        _ names: [SegmentName],
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) {
        if let copies = try copies() { for name in names { try copies.remove(name.file) } }
        for name in names { verified[name.file] = nil }
        try folder.remove(names, of: origin)
    }
}

extension Segment {
    /// The maximum size of a segment's file, in bytes; a larger file counts as damaged.
    static let maximumFileBytes = 64 << 20

    /// Returns true if the file name matches the number of records and the place.
    func fits(_ name: SegmentName) -> Bool {
        records.count == name.last - name.first + 1
            && place == Place(run: name.run, first: UInt64(name.first))
    }
}
