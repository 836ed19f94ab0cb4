// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A scanner that finds rows in a database page by page, without its trees.
///
/// It serves files that can be trusted only in part.
///
///
/// The layout is that of "Database File Format", sections 1.6 and 2.1,
/// https://www.sqlite.org/fileformat2.html. A row is accepted only if it verifies by its own
/// checksum; rows of older versions have none, and are skipped.
struct PageScanner {
    /// Returns the page with that number, for rows that continue on another page.
    typealias Pages = (Int) -> UnsafeRawBufferPointer?

    /// The rows found, by sequence number; the later one if a row was found twice.
    private(set) var rows: [SequenceNumber: StoredRow] = [:]
    /// The last known row of the log and the last known event: older ones are skipped.
    private let known: (row: SequenceNumber, event: SequenceNumber)
    private var events: [SequenceNumber: [FoundEvent]] = [:]
    private var bodies: [SequenceNumber: [[UInt8]]] = [:]

    /// An event without its body, which is in another table.
    private struct FoundEvent {
        var row: EventRow
        var checksum: Int
    }

    /// Creates a scanner for rows and events after the known ones.
    init(after known: (row: SequenceNumber, event: SequenceNumber)) {
        self.known = known
    }

    /// The events found with a body that verifies, by sequence number.
    var verifiedEvents: [SequenceNumber: EventRow] {
        var verified: [SequenceNumber: EventRow] = [:]
        for (sequence, found) in events {
            for body in bodies[sequence] ?? [] {
                for event in found {
                    var row = event.row
                    row.event.body = body
                    if RowChecksum.ofEvent(row) == event.checksum { verified[sequence] = row }
                }
            }
        }
        return verified
    }

    /// Adds the rows of a page.
    ///
    /// On a page that is no longer intact, every offset is tried: a row that verifies is a row,
    /// even if the page no longer says where it begins.
    mutating func scan(_ page: UnsafeRawBufferPointer, isFirst: Bool, _ pages: Pages) {
        let header = isFirst ? 100 : 0
        guard page.count >= 512 else { return }
        let type = page[header]
        if [0x02, 0x05, 0x0A].contains(type) { return }
        let cells = page.bigEndian16(header + 3)
        var isWhole = type == 0x0D && header + 8 + 2 * cells <= page.count
        for cell in 0..<(isWhole ? cells : 0) {
            let start = page.bigEndian16(header + 8 + 2 * cell)
            let isCell =
                start > header && start < page.count
                && scan(cell: page.slice(start..<page.count), of: page.count, pages)
            isWhole = isWhole && isCell
        }
        if isWhole { return }
        for start in header..<page.count - 4 {
            _ = scan(cell: page.slice(start..<page.count), of: page.count, pages)
        }
    }

    /// Adds the row of a cell.
    ///
    /// - Returns: false if the cell is not a row, or belongs to a damaged page.
    private mutating func scan(
        cell: UnsafeRawBufferPointer,
        of pageSize: Int,
        _ pages: Pages
    ) -> Bool {
        var reader = CellReader(cell)
        guard let length = reader.varint(), let number = reader.varint(), number > 0,
            (3...(64 << 20)).contains(length)
        else { return false }
        let rest = reader.rest
        // A record begins with the length of its header; the column that numbers the row is
        // NULL there.
        guard rest.count > 2, rest[0] < 64, number > min(known.row, known.event).rawValue else {
            return true
        }
        guard rest[1] == 0 else { return true }
        guard let payload = payload(length, after: reader, of: pageSize, pages) else {
            return false
        }
        return payload.withUnsafeBytes { bytes in
            guard let columns = CellReader.columns(bytes) else { return false }
            return take(columns, bytes, SequenceNumber(number))
        }
    }

    /// Returns the whole payload of a cell, including the part on other pages.
    private func payload(
        _ length: Int,
        after reader: CellReader,
        of pageSize: Int,
        _ pages: Pages
    ) -> [UInt8]? {
        let most = pageSize - 35
        var local = length
        if length > most {
            let least = (pageSize - 12) * 32 / 255 - 23
            let fitting = least + (length - least) % (pageSize - 4)
            local = fitting <= most ? fitting : least
        }
        let rest = reader.rest
        guard rest.count >= local + (local < length ? 4 : 0) else { return nil }
        var payload = [UInt8](rest.slice(0..<local))
        guard local < length else { return payload }
        var next = Int(rest.bigEndian32(local))
        while payload.count < length {
            guard next > 0, let page = pages(next), page.count == pageSize else { return nil }
            payload += page.slice(4..<min(pageSize, 4 + length - payload.count))
            next = Int(page.bigEndian32(0))
        }
        return payload
    }

    private mutating func take(
        _ columns: [CellReader.Column],
        _ bytes: UnsafeRawBufferPointer,
        _ number: SequenceNumber
    ) -> Bool {
        switch columns.count {
        case 8: return takeRow(columns, bytes, number)
        case 9: return takeEvent(columns, bytes, number)
        case 2:
            guard number > known.event, case .bytes(let range) = columns[1] else { return true }
            let body = [UInt8](bytes.slice(range))
            if bodies[number]?.contains(body) != true { bodies[number, default: []].append(body) }
            return true
        default: return true
        }
    }

    private mutating func takeRow(
        _ columns: [CellReader.Column],
        _ bytes: UnsafeRawBufferPointer,
        _ number: SequenceNumber
    ) -> Bool {
        guard number > known.row else { return true }
        guard let id = columns[1].number, let kind = columns[2].number,
            let offset = columns[3].number, let time = columns[4].number,
            let key = columns[5].number, case .bytes(let body) = columns[6],
            let checksum = columns[7].number
        else { return false }
        let row = StoredRow(
            sequence: number,
            id: ItemID(id),
            kind: kind,
            offset: offset,
            time: Timestamp(time),
            key: key,
            body: [UInt8](bytes.slice(body)),
            checksum: checksum
        )
        guard row.isVerified, row.row != nil else { return false }
        rows[number] = row
        return true
    }

    private mutating func takeEvent(
        _ columns: [CellReader.Column],
        _ bytes: UnsafeRawBufferPointer,
        _ number: SequenceNumber
    ) -> Bool {
        let numbers = columns[1...5].compactMap(\.number)
        guard number > known.event, numbers.count == 5, case .bytes(let id) = columns[6],
            case .bytes(let topic) = columns[7], let checksum = columns[8].number,
            let state = SyncState(rawValue: numbers[4])
        else { return number <= known.event }
        let event = Event(
            id: String(decoding: bytes.slice(id), as: UTF8.self),
            topic: String(decoding: bytes.slice(topic), as: UTF8.self),
            body: [],
            at: Timestamp(numbers[1])
        )
        let row = EventRow(
            sequence: number,
            event: event,
            origin: DeviceID(numbers[2]),
            ordinal: numbers[3],
            time: Timestamp(numbers[0]),
            state: state
        )
        events[number, default: []].append(FoundEvent(row: row, checksum: checksum))
        return true
    }
}

/// A reader of SQLite's variable-length numbers and of a record's columns.
struct CellReader {
    /// A column of a record.
    enum Column {
        /// NULL.
        case null
        /// An integer.
        case number(Int)
        /// A text or a blob: the range of its bytes.
        case bytes(Range<Int>)
        /// A floating-point number, which no table here has.
        case other

        /// The integer, if the column holds one.
        var number: Int? {
            guard case .number(let number) = self else { return nil }
            return number
        }
    }

    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    /// Creates a reader of bytes that must outlive it.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The bytes not read yet.
    var rest: UnsafeRawBufferPointer { bytes.slice(index..<bytes.count) }

    /// Reads the next number; `nil` past the end.
    mutating func varint() -> Int? {
        var value: UInt64 = 0
        for place in 0..<9 {
            guard index < bytes.count else { return nil }
            let byte = bytes[index]
            index += 1
            if place == 8 {
                value = value << 8 | UInt64(byte)
            } else {
                value = value << 7 | UInt64(byte & 0x7F)
                if byte < 0x80 { break }
            }
        }
        return Int(Int64(bitPattern: value))
    }

    /// Returns the columns of a record; `nil` if the bytes are not a record.
    static func columns(_ record: UnsafeRawBufferPointer) -> [Column]? {
        var reader = CellReader(record)
        guard let header = reader.varint(), header > 0, header <= record.count, header <= 64 else {
            return nil
        }
        var columns: [Column] = []
        var place = header
        while reader.index < header {
            guard let type = reader.varint(), type >= 0 else { return nil }
            let size = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0]
            let length = type < 12 ? size[type] : (type - 12) / 2
            guard length <= record.count - place else { return nil }
            switch type {
            case 0: columns.append(.null)
            case 1...6: columns.append(.number(number(record, place, length)))
            case 8, 9: columns.append(.number(type - 8))
            case 12...: columns.append(.bytes(place..<place + length))
            default: columns.append(.other)
            }
            place += length
        }
        return columns
    }

    private static func number(_ record: UnsafeRawBufferPointer, _ place: Int, _ length: Int) -> Int
    {
        var value = Int(Int8(bitPattern: record[place]))
        for offset in 1..<max(1, length) { value = value << 8 | Int(record[place + offset]) }
        return value
    }
}
