// SPDX-License-Identifier: Apache-2.0
package import StateModel

extension RemoteRecord {
    /// The version of the layout; a reader skips records with a different one.
    ///
    /// A new member is appended to a record and does not need a new layout, because earlier
    /// versions of the program ignore it. With a new layout, the drivers must also change their
    /// cursors, so that a newer program reads the skipped records again.
    package static let layout: UInt8 = 1

    private enum Kind: UInt8 {
        case item = 1
        case event = 2
    }

    /// The record as bytes; equal records have equal bytes.
    package var bytes: [UInt8] {
        var writer = RecordWriter()
        writer.byte(Self.layout)
        switch content {
        case .item: writer.byte(Kind.item.rawValue)
        case .event: writer.byte(Kind.event.rawValue)
        }
        writer.write(operation.origin)
        writer.count(operation.number)
        writer.signed(sentAt)
        switch content {
        case .item(var version):
            // Earlier versions of the program ignore everything after the item's version.
            let reading = version.value.takeReading()
            let isFinished = version.isFinished
            version.isFinished = false
            writer.write(version)
            if reading != nil || isFinished { writer.byte(reading == nil ? 0 : 1) }
            if let reading { writer.write(reading) }
            if isFinished { writer.byte(1) }
        case .event(let event): writer.write(event)
        }
        return writer.bytes
    }

    /// Creates the record from its bytes; returns `nil` if they are damaged, or have an unknown
    /// layout or kind.
    ///
    /// Additional bytes at the end are ignored.
    package init?(bytes: [UInt8]) {
        var reader = RecordReader(bytes)
        do throws(RecordReader.Damaged) {
            guard try reader.byte() == Self.layout, let kind = Kind(rawValue: try reader.byte())
            else { return nil }
            let operation = Operation(origin: try reader.origin(), number: try reader.count())
            let sentAt: Timestamp = try reader.signed()
            let content: Content =
                switch kind {
                case .item: .item(try reader.lastVersion())
                case .event: .event(try reader.event())
                }
            self.init(operation: operation, sentAt: sentAt, content: content)
        } catch {
            return nil
        }
    }
}

extension RecordWriter {
    mutating func write(_ origin: Origin) {
        fixed(origin.device)
        count(origin.incarnation)
    }

    mutating func write(_ stamp: Stamp) {
        key(stamp.key)
        write(stamp.origin)
    }

    mutating func write(_ version: ItemVersion) {
        byte(version.key.kind.rawValue)
        text(version.key.name.text)
        write(version.stamp)
        write(version.value)
        count(version.seen.stamps.count)
        for stamp in version.seen.stamps { write(stamp) }
        byte(version.rule.rawValue)
        count(version.lap)
        byte(
            (version.isRebased ? 1 : 0) | (version.value.reading == nil ? 0 : 2)
                | (version.isFinished ? 4 : 0)
        )
        if let reading = version.value.reading { write(reading) }
    }

    package mutating func write(_ place: ReadingPlace) {
        byte((place.fraction == nil ? 0 : 1) | (place.locator == nil ? 0 : 2))
        if let fraction = place.fraction { double(fraction) }
        if let locator = place.locator { text(locator) }
    }

    mutating func write(_ value: ItemValue) {
        switch value {
        case .tombstone: byte(0)
        case .point(let point):
            byte(1)
            write(point)
        case .alias(let item):
            byte(2)
            text(item)
        }
    }

    private mutating func write(_ point: SyncedPoint) {
        text(point.player)
        text(point.status.rawValue)
        double(point.position)
        byte(point.duration == nil ? 0 : 1)
        if let duration = point.duration { double(duration) }
        text(orNil: point.title)
        text(point.device)
        signed(point.age)
        signed(point.life)
    }

    mutating func write(_ event: SyncedEvent) {
        text(event.event.id)
        text(event.event.topic)
        blob(event.event.body)
        write(event.origin)
        text(event.device)
        count(event.number)
        count(event.previous)
        signed(event.event.at)
        // The bytes of an event without a key are the same as before events had keys.
        guard let key = event.event.key else { return }
        byte(1)
        write(key)
    }

    package mutating func write(_ key: EventKey) {
        text(key.name)
        count(key.rank.lap)
        byte(key.rank.rule.code)
        byte(key.rank.isCleared ? 1 : 0)
        double(key.rank.number)
        self.key(key.rank.stamp)
        guard let base = key.rank.base else { return }
        byte(1)
        self.key(base)
    }
}

extension RecordReader {
    mutating func origin() throws(Damaged) -> Origin {
        Origin(device: try fixed(), incarnation: try count())
    }

    mutating func stamp() throws(Damaged) -> Stamp {
        Stamp(key: try key(), origin: try origin())
    }

    mutating func version() throws(Damaged) -> ItemVersion {
        guard let kind = SyncKey.Kind(rawValue: try byte()) else { throw Damaged() }
        let key = SyncKey(kind: kind, name: try text())
        let stamp = try stamp()
        let value = try value()
        let count = try count()
        guard count <= VersionVector.capacity else { throw Damaged() }
        var seen: [Stamp] = []
        for _ in 0..<count { seen.append(try self.stamp()) }
        guard let rule = ItemVersion.Rule(rawValue: try byte()) else { throw Damaged() }
        let lap = try self.count()
        // Each lap is a write whose writer knew another one, which raises the order key. A lap can
        // therefore not exceed the key.
        guard lap <= stamp.key.value else { throw Damaged() }
        let flags = try byte()
        guard flags <= 7 else { throw Damaged() }
        var version = ItemVersion(
            key: key,
            stamp: stamp,
            value: value,
            seen: VersionVector(seen),
            rule: rule,
            lap: lap,
            isRebased: flags & 1 != 0
        )
        version.isFinished = flags & 4 != 0
        if flags & 2 != 0 { version.value.reading = try reading() }
        return version
    }

    /// Reads a version at the end of a record, with its later members.
    ///
    /// The record may end before any of them. A byte 1 precedes a reading place, or a byte 0 stands
    /// for it; a byte 1 means that the item is finished.
    fileprivate mutating func lastVersion() throws(Damaged) -> ItemVersion {
        var version = try version()
        if isAtEnd { return version }
        switch try byte() {
        case 0: break
        case 1: version.value.reading = try reading()
        default: return version
        }
        if !isAtEnd { version.isFinished = try byte() == 1 }
        return version
    }

    /// Reads a reading place; returns `nil` if it has no member that this version of the program
    /// knows.
    package mutating func reading() throws(Damaged) -> ReadingPlace? {
        let flags = try byte()
        return ReadingPlace(
            fraction: flags & 1 != 0 ? try double() : nil,
            locator: flags & 2 != 0 ? try text() : nil
        )
    }

    private mutating func value() throws(Damaged) -> ItemValue {
        switch try byte() {
        case 0: .tombstone
        case 1: .point(try point())
        case 2: .alias(of: try text())
        default: throw Damaged()
        }
    }

    private mutating func point() throws(Damaged) -> SyncedPoint {
        let point = SyncedPoint(
            player: try text(),
            status: try named(),
            position: try double(),
            duration: try flag() ? try double() : nil,
            title: try textOrNil(),
            device: try text(),
            age: try signed(),
            life: try signed()
        )
        guard point.position >= 0, point.duration.map({ $0 > 0 }) ?? true else { throw Damaged() }
        return point
    }

    mutating func named<Name: RawRepresentable<String>>() throws(Damaged) -> Name {
        guard let name = Name(rawValue: try text()) else { throw Damaged() }
        return name
    }

    mutating func event() throws(Damaged) -> SyncedEvent {
        var event = SyncedEvent(
            event: Event(id: try text(), topic: try text(), body: try blob(), at: .epoch),
            origin: try origin(),
            device: try text(),
            number: try count(),
            previous: try count()
        )
        event.event.at = try signed()
        if !isAtEnd, try byte() == 1 { event.event.key = try eventKey() }
        return event
    }

    package mutating func eventKey() throws(Damaged) -> EventKey {
        let name = try text()
        let lap = try count()
        let code = try byte()
        guard lap <= EventRank.lastLap,
            let rule = EventRank.Rule.allCases.first(where: { $0.code == code })
        else { throw Damaged() }
        var rank = EventRank(rule: rule)
        rank.lap = lap
        rank.isCleared = try flag()
        rank.number = try double()
        rank.stamp = try key()
        if !isAtEnd, try byte() == 1 { rank.base = try key() }
        return EventKey(name, rank)
    }
}
