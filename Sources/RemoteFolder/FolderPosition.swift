internal import StateModel

/// Up to where a folder has been read: the last record of every run.
struct FolderPosition: Equatable {
    private static let kind = "statedC1"

    /// The number of the last record read, by run.
    var last: [UInt64: Int] = [:]
    /// The last record of every run of this device that was there then.
    var own: [UInt64: Int] = [:]

    /// Nothing has been read.
    init() {}

    /// The position of a cursor; nil: it is none of a folder's.
    init?(_ cursor: RemoteCursor) {
        guard var reader = ParcelReader(cursor.bytes, kind: Self.kind) else { return nil }
        self.init(from: &reader)
    }

    /// Reads what ``write(to:)`` wrote.
    init?(from reader: inout ParcelReader) {
        guard let last = Self.table(&reader), let own = Self.table(&reader) else { return nil }
        self.last = last
        self.own = own
    }

    private static func table(_ reader: inout ParcelReader) -> [UInt64: Int]? {
        guard let count = reader.number() else { return nil }
        var table: [UInt64: Int] = [:]
        for _ in 0..<count {
            guard let run = reader.number(), let number = reader.number(),
                let last = Int(exactly: number)
            else { return nil }
            table[run] = last
        }
        return table
    }

    /// Adds it to a parcel.
    func write(to writer: inout ParcelWriter) {
        for table in [last, own] {
            writer.number(UInt64(table.count))
            for (run, number) in table.sorted(by: { $0.key < $1.key }) {
                writer.number(run)
                writer.number(UInt64(number))
            }
        }
    }

    /// It as a cursor.
    var cursor: RemoteCursor {
        var writer = ParcelWriter(kind: Self.kind)
        write(to: &writer)
        return RemoteCursor(writer.sealed)
    }
}

/// A device's presence as a file holds it: with what it had read when it said so.
struct PresenceFile {
    private static let kind = "statedP1"

    /// What it says of itself.
    var presence: DevicePresence
    /// What it had read, its own records among them.
    var position: FolderPosition

    /// A presence with that position.
    init(presence: DevicePresence, position: FolderPosition) {
        self.presence = presence
        self.position = position
    }

    /// The presence of a file's bytes; nil: they are damaged, or not all there.
    init?(bytes: [UInt8]) {
        guard var reader = ParcelReader(bytes, kind: Self.kind), let blob = reader.blob(),
            var presence = DevicePresence(bytes: blob),
            let position = FolderPosition(from: &reader)
        else { return nil }
        // The first version wrote none, and passes over it.
        if let clock = reader.blob().flatMap({ ClockReport(bytes: $0) }) { presence.clock = clock }
        self.init(presence: presence, position: position)
    }

    /// The bytes of its file.
    var bytes: [UInt8] {
        var writer = ParcelWriter(kind: Self.kind)
        writer.blob(presence.firstBytes)
        position.write(to: &writer)
        writer.blob(presence.clock.bytes)
        return writer.sealed
    }
}
