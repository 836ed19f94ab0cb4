// SPDX-License-Identifier: Apache-2.0
internal import StateModel

// The bytes in which the store keeps the data of sync. A leading byte names the layout. An
// initialiser returns nil if the bytes are damaged, or of a later layout.

private let layout: UInt8 = 1

/// Returns a layout byte and the output of `body`.
private func written(_ body: (inout RecordWriter) -> Void) -> [UInt8] {
    var writer = RecordWriter()
    writer.byte(layout)
    body(&writer)
    return writer.bytes
}

/// Reads the output of ``written(_:)``, to its end.
private func read<Value>(
    _ bytes: [UInt8],
    _ body: (inout RecordReader) throws(RecordReader.Damaged) -> Value
) -> Value? {
    var reader = RecordReader(bytes)
    do throws(RecordReader.Damaged) {
        guard try reader.byte() == layout else { return nil }
        let value = try body(&reader)
        return reader.isAtEnd ? value : nil
    } catch {
        return nil
    }
}

extension SyncMark {
    /// The mark as bytes.
    package var bytes: [UInt8] {
        written { writer in
            writer.key(rowKey)
            writer.write(version)
            writer.byte(acknowledged == nil ? 0 : 1)
            if let acknowledged { writer.write(acknowledged) }
            writer.byte(tag == nil ? 0 : 1)
            if let tag { writer.blob(tag.bytes) }
            writer.count(round)
        }
    }

    /// Creates the mark from its bytes.
    package init?(bytes: [UInt8]) {
        let mark = read(bytes) { (reader) throws(RecordReader.Damaged) in
            let rowKey = try reader.key()
            let version = try reader.version()
            let acknowledged = try reader.flag() ? try reader.version() : nil
            let tag = try reader.flag() ? RemoteTag(try reader.blob()) : nil
            let round = try reader.count()
            return SyncMark(
                rowKey: rowKey,
                version: version,
                acknowledged: acknowledged,
                tag: tag,
                round: round
            )
        }
        guard let mark else { return nil }
        self = mark
    }
}

extension SyncMemory {
    /// The memory as bytes.
    package var bytes: [UInt8] {
        written { writer in
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
    }

    /// Creates the memory from its bytes.
    package init?(bytes: [UInt8]) {
        let memory = read(bytes) { (reader) throws(RecordReader.Damaged) in
            var memory = SyncMemory()
            if try reader.flag() {
                let name = try reader.text()
                memory.remote = RemoteIdentity(name: name, epoch: try reader.signed())
            }
            if try reader.flag() { memory.cursor = RemoteCursor(try reader.blob()) }
            memory.nextOperation = try reader.count()
            memory.round = try reader.count()
            memory.isListed = try reader.flag()
            memory.seen = try reader.numbers()
            for _ in 0..<(try reader.count()) {
                let round = try reader.count()
                memory.floors.append(Floor(round: round, at: try reader.signed()))
            }
            memory.eventsRead = try reader.numbers()
            memory.eventsSent = try reader.numbers()
            // The first version ended here.
            if !reader.isAtEnd {
                memory.clocks = try DeviceClocks(from: &reader)
                memory.address = try reader.textOrNil()
            }
            return memory
        }
        guard let memory else { return nil }
        self = memory
    }
}

extension DecidedConflict {
    /// The conflict as bytes.
    package var bytes: [UInt8] {
        written { writer in
            writer.text(strategy.rawValue)
            writer.write(winner)
            writer.write(loser)
            writer.text(reason)
            writer.signed(at)
        }
    }

    /// Creates the conflict from its bytes.
    package init?(bytes: [UInt8]) {
        let conflict = read(bytes) { (reader) throws(RecordReader.Damaged) in
            guard let strategy = ConflictStrategy(rawValue: try reader.text()) else {
                throw RecordReader.Damaged()
            }
            let winner = try reader.version()
            let loser = try reader.version()
            let reason = try reader.text()
            return DecidedConflict(
                strategy: strategy,
                winner: winner,
                loser: loser,
                reason: reason,
                at: try reader.signed()
            )
        }
        guard let conflict else { return nil }
        self = conflict
    }
}

extension SyncStep {
    /// The step as bytes.
    package var bytes: [UInt8] {
        written { writer in
            writer.write(version)
            writer.text(outcome.rawValue)
            writer.text(reason)
            writer.signed(at)
        }
    }

    /// Creates the step from its bytes.
    package init?(bytes: [UInt8]) {
        let step = read(bytes) { (reader) throws(RecordReader.Damaged) in
            let version = try reader.version()
            guard let outcome = Outcome(rawValue: try reader.text()) else {
                throw RecordReader.Damaged()
            }
            let reason = try reader.text()
            return SyncStep(
                version: version,
                outcome: outcome,
                reason: reason,
                at: try reader.signed()
            )
        }
        guard let step else { return nil }
        self = step
    }
}

extension SyncedEvent {
    /// The event as bytes.
    package var bytes: [UInt8] {
        written { $0.write(self) }
    }

    /// Creates the event from its bytes.
    package init?(bytes: [UInt8]) {
        let event = read(bytes) { (reader) throws(RecordReader.Damaged) in try reader.event() }
        guard let event else { return nil }
        self = event
    }
}

extension RecordWriter {
    fileprivate mutating func write(_ numbers: [Origin: Int]) {
        count(numbers.count)
        for (origin, value) in numbers.sorted(by: { $0.key < $1.key }) {
            write(origin)
            count(value)
        }
    }
}

extension RecordReader {
    fileprivate mutating func numbers() throws(Damaged) -> [Origin: Int] {
        var numbers: [Origin: Int] = [:]
        for _ in 0..<(try count()) {
            let origin = try origin()
            numbers[origin] = try count()
        }
        return numbers
    }
}
