// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

/// The position up to which a folder was read: the number of the last record read in each run.
struct FolderPosition: Equatable {
    private static let kind = "statedC1"

    var last: [UInt64: Int] = [:]
    /// For each of this device's runs, the number of the last record that the folder had.
    var own: [UInt64: Int] = [:]

    init() {}

    init?(_ cursor: RemoteCursor) {
        guard var reader = ChecksummedReader(cursor.bytes, kind: Self.kind) else { return nil }
        self.init(from: &reader)
    }

    init?(from reader: inout ChecksummedReader) {
        guard let last = Self.table(&reader), let own = Self.table(&reader) else { return nil }
        self.last = last
        self.own = own
    }

    static func table(_ reader: inout ChecksummedReader) -> [UInt64: Int]? {
        guard let count = reader.number() else { return nil }
        var table: [UInt64: Int] = [:]
        for _ in 0..<count {
            guard let run = reader.number(), let number = reader.number(),
                let last = Int(exactly: number), SegmentName.numbers.contains(last)
            else { return nil }
            table[run] = last
        }
        return table
    }

    func write(to writer: inout ChecksummedWriter) {
        for table in [last, own] { Self.write(table, to: &writer) }
    }

    static func write(_ table: [UInt64: Int], to writer: inout ChecksummedWriter) {
        writer.number(UInt64(table.count))
        for (run, number) in table.sorted(by: { $0.key < $1.key }) {
            writer.number(run)
            writer.number(UInt64(number))
        }
    }

    var cursor: RemoteCursor {
        var writer = ChecksummedWriter(kind: Self.kind)
        write(to: &writer)
        return RemoteCursor(writer.sealed)
    }
}

/// A presence file: a device's presence, and the position up to which the device had read.
struct PresenceFile {
    fileprivate static let kind = "statedP1"

    var presence: DevicePresence
    /// The device's own records count as read.
    var position: FolderPosition
    /// The runs that the device has read, and that are no longer in the folder.
    ///
    /// No other device waits for them.
    var gone: [UInt64: Int]
}

extension PresenceFile {
    init?(bytes: [UInt8]) {
        guard var reader = ChecksummedReader(bytes, kind: Self.kind), let blob = reader.blob(),
            let presence = DevicePresence(bytes: blob),
            let position = FolderPosition(from: &reader),
            let gone = FolderPosition.table(&reader)
        else { return nil }
        self.init(presence: presence, position: position, gone: gone)
    }

    var bytes: [UInt8] {
        var writer = ChecksummedWriter(kind: Self.kind)
        writer.blob(presence.bytes)
        position.write(to: &writer)
        FolderPosition.write(gone, to: &writer)
        return writer.sealed
    }
}
