// SPDX-License-Identifier: Apache-2.0
internal import SyncModel
internal import SystemSupport

/// A segment in memory, with the stamp of its file.
///
/// It serves the pages that follow, because reading a large packed segment from the disk again for
/// each page would take time in proportion to the square of its size.
struct ReadSegment {
    let path: String
    /// The stamp of the file before it was read.
    let stamp: FileStamp
    let segment: Segment
}

extension SharedFolder {
    /// Returns the names of a device's segments, in order.
    ///
    /// Records damage and returns `nil` if the permissions of another device's directory do not
    /// allow reading it.
    mutating func names(
        of origin: Origin,
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) -> [SegmentName]? {
        let path = layout.directory(of: origin)
        FaultReport.work(with: path)
        do throws(RemoteError) {
            let names = try folder.segments(of: origin)
            damage.clear(path)
            return names
        } catch {
            guard case .permanent(let reason) = error, origin != self.origin else { throw error }
            damage.note(path, of: origin, nil, "the directory cannot be read: \(reason)")
            return nil
        }
    }

    func path(_ name: SegmentName, of origin: Origin) -> String {
        "\(layout.directory(of: origin))/\(name.file)"
    }

    /// Returns a segment and records its damage; `nil` if the segment is missing or damaged.
    mutating func segment(
        _ name: SegmentName,
        of origin: Origin,
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) -> Segment? {
        guard let own = try folder.directory(of: origin) else { return nil }
        let path = path(name, of: origin)
        FaultReport.work(with: path)
        let stamp = own.stamp(name.file)
        if let current, current.path == path, current.stamp == stamp { return current.segment }
        if damage.isKnown(path, stamp) { return nil }
        let reason: String
        switch try own.content(name.file, limit: Segment.maximumFileBytes) {
        case nil: return nil
        case .unreadable(let message):
            // Without a stamp, the file will be read again, because the disk may have failed only
            // briefly.
            damage.note(path, of: origin, nil, message)
            return nil
        case .bytes(let bytes):
            guard let segment = Segment(bytes: bytes) else {
                reason = "its checksum does not match, or a part of it is missing"
                break
            }
            if segment.fits(name) {
                damage.clear(path)
                damage.note(segment, name, at: path, of: origin)
                current = stamp.map { ReadSegment(path: path, stamp: $0, segment: segment) }
                return segment
            }
            reason = "its contents do not match its file name"
        }
        damage.note(path, of: origin, stamp, reason)
        return nil
    }
}
