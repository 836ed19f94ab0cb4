// SPDX-License-Identifier: Apache-2.0

/// A value that is stored as a byte for its layout, followed by its encoding.
package protocol StoredValue {
    func write(to writer: inout RecordWriter)
    init(from reader: inout RecordReader) throws(RecordReader.Damaged)
}

private let layout: UInt8 = 1

extension StoredValue {
    package var bytes: [UInt8] {
        var writer = RecordWriter()
        writer.byte(layout)
        write(to: &writer)
        return writer.bytes
    }

    package init?(bytes: [UInt8]) {
        var reader = RecordReader(bytes)
        do throws(RecordReader.Damaged) {
            guard try reader.byte() == layout else { return nil }
            try self.init(from: &reader)
        } catch {
            return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}

extension SyncMark: StoredValue {
    package func write(to writer: inout RecordWriter) {
        writer.key(rowKey)
        writer.write(version)
        writer.byte(acknowledged == nil ? 0 : 1)
        if let acknowledged { writer.write(acknowledged) }
        writer.byte(tag == nil ? 0 : 1)
        if let tag { writer.blob(tag.bytes) }
        writer.count(round)
    }

    package init(from reader: inout RecordReader) throws(RecordReader.Damaged) {
        self.init(
            rowKey: try reader.key(),
            version: try reader.version(),
            acknowledged: try reader.flag() ? try reader.version() : nil,
            tag: try reader.flag() ? RemoteTag(try reader.blob()) : nil,
            round: try reader.count()
        )
    }
}

extension SyncMemory: StoredValue {
    package func write(to writer: inout RecordWriter) {
        writer.byte(remote == nil ? 0 : 1)
        if let remote {
            writer.text(remote.name)
            writer.signed(remote.epoch)
        }
        writer.byte(cursor == nil ? 0 : 1)
        if let cursor { writer.blob(cursor.bytes) }
        writer.count(nextOperation)
        writer.count(round)
        writer.byte(isListed ? 1 : 0)
        writer.write(seen)
        writer.count(floors.count)
        for floor in floors {
            writer.count(floor.round)
            writer.signed(floor.at)
        }
        writer.write(eventsRead)
        writer.write(eventsSent)
        clocks.write(to: &writer)
        writer.text(orNil: address)
    }

    package init(from reader: inout RecordReader) throws(RecordReader.Damaged) {
        self.init()
        if try reader.flag() {
            remote = RemoteIdentity(name: try reader.text(), epoch: try reader.signed())
        }
        if try reader.flag() { cursor = RemoteCursor(try reader.blob()) }
        nextOperation = try reader.count()
        round = try reader.count()
        isListed = try reader.flag()
        seen = try reader.numbers()
        for _ in 0..<(try reader.count()) {
            floors.append(Floor(round: try reader.count(), at: try reader.signed()))
        }
        eventsRead = try reader.numbers()
        eventsSent = try reader.numbers()
        // In the first version, the bytes ended here.
        if reader.isAtEnd { return }
        clocks = try DeviceClocks(from: &reader)
        address = try reader.textOrNil()
    }
}

extension DecidedConflict: StoredValue {
    package func write(to writer: inout RecordWriter) {
        writer.text(strategy.rawValue)
        writer.write(winner)
        writer.write(loser)
        writer.text(reason)
        writer.signed(at)
    }

    package init(from reader: inout RecordReader) throws(RecordReader.Damaged) {
        self.init(
            strategy: try reader.named(),
            winner: try reader.version(),
            loser: try reader.version(),
            reason: try reader.text(),
            at: try reader.signed()
        )
    }
}

extension SyncStep: StoredValue {
    package func write(to writer: inout RecordWriter) {
        writer.write(version)
        writer.text(outcome.rawValue)
        writer.text(reason)
        writer.signed(at)
    }

    package init(from reader: inout RecordReader) throws(RecordReader.Damaged) {
        self.init(
            version: try reader.version(),
            outcome: try reader.named(),
            reason: try reader.text(),
            at: try reader.signed()
        )
    }
}

extension SyncedEvent: StoredValue {
    package func write(to writer: inout RecordWriter) { writer.write(self) }

    package init(from reader: inout RecordReader) throws(RecordReader.Damaged) {
        self = try reader.event()
    }
}

extension RecordWriter {
    mutating func write(_ numbers: [Origin: Int]) {
        count(numbers.count)
        for (origin, value) in numbers.sorted(by: { $0.key < $1.key }) {
            write(origin)
            count(value)
        }
    }
}

extension RecordReader {
    mutating func numbers() throws(Damaged) -> [Origin: Int] {
        var numbers: [Origin: Int] = [:]
        for _ in 0..<(try count()) {
            let origin = try origin()
            numbers[origin] = try count()
        }
        return numbers
    }
}
