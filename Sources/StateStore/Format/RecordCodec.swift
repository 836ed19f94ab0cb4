// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// The encoding of a row's body, which is small, fast to write, and readable by every later
/// version.
///
/// The first byte is the version of the layout. A bit mask shows which optional members are
/// present. Numbers are encoded in little-endian base 128, signed ones in zigzag encoding. A text
/// is its length in bytes, followed by its UTF-8.
package enum RecordCodec {
    private static let layout: UInt8 = 1

    private struct Present: OptionSet {
        let rawValue: Int
        static let duration = Present(rawValue: 1)
        static let title = Present(rawValue: 2)
        static let link = Present(rawValue: 4)
        static let historyOnly = Present(rawValue: 8)
        static let interrupted = Present(rawValue: 16)
        static let playing = Present(rawValue: 32)
        static let item = Present(rawValue: 64)
        static let player = Present(rawValue: 128)
        static let position = Present(rawValue: 256)
        static let retryable = Present(rawValue: 512)
        static let removed = Present(rawValue: 1_024)
        static let changedAt = Present(rawValue: 2_048)
        static let played = Present(rawValue: 4_096)
        static let albumTrack = Present(rawValue: 8_192)
        static let over = Present(rawValue: 16_384)
        static let reading = Present(rawValue: 32_768)
    }

    private static let statuses: [Status] = [.playing, .paused, .finished, .failed]
    private static let endings: [Ending] = [.replaced, .cleared, .expired, .quarantined]
    /// The value that stands for ``Ending/cleared`` of a finished item.
    private static let finished = 4

    /// Returns the encoding of `body`; times are clamped to the range that ``decode(_:kind:)``
    /// accepts.
    package static func encode(_ body: LogRow.Body) -> [UInt8] {
        var writer = RecordWriter()
        encode(body, into: &writer)
        return writer.bytes
    }

    static func encode(_ body: LogRow.Body, into writer: inout RecordWriter) {
        if case .item(let record) = body { return encode(record, into: &writer) }
        writer.byte(layout)
        switch body {
        case .item: break
        case .player(let player): encode(player, into: &writer)
        case .alert(let alert): encode(alert, into: &writer)
        case .alias(let alias):
            writer.count(alias.isRemoved ? Present.removed.rawValue : 0)
            writer.text(alias.name)
        }
    }

    static func encode(_ record: ItemRecord, into writer: inout RecordWriter) {
        var present: Present = []
        if record.point.duration != nil { present.insert(.duration) }
        if record.point.title != nil { present.insert(.title) }
        if record.point.reading != nil { present.insert(.reading) }
        if record.link != nil { present.insert(.link) }
        if record.historyOnly != nil { present.insert(.historyOnly) }
        if record.interrupted { present.insert(.interrupted) }
        if record.isAlbumTrack { present.insert(.albumTrack) }
        if record.isOver { present.insert(.over) }
        if record.playedMilliseconds != 0 { present.insert(.played) }
        writer.byte(layout)
        writer.count(present.rawValue)
        writer.text(record.point.item)
        writer.text(record.point.player)
        writer.count(statuses.firstIndex(of: record.point.status) ?? 1)
        writer.double(record.point.position)
        if let duration = record.point.duration { writer.double(duration) }
        if let title = record.point.title { writer.text(title) }
        if let reading = record.point.reading { writer.write(reading) }
        writer.count(record.device.rawValue)
        let at = record.point.at.clamped
        writer.signed(at)
        writer.difference(record.point.expiresAt.clamped - at)
        if let link = record.link {
            writer.count(link.sequence.rawValue)
            writer.count(
                link.isFinished ? finished : endings.firstIndex(of: link.ending) ?? 0
            )
            writer.signed(link.endedAt.clamped)
        }
        if let historyOnly = record.historyOnly { writer.count(historyOnly.rawValue) }
        writer.difference(at - record.since.clamped)
        writer.signed(record.currentDelta)
        writer.count(record.ordinal)
        if record.playedMilliseconds != 0 { writer.count(record.playedMilliseconds) }
    }

    private static func encode(_ player: PlayerRecord, into writer: inout RecordWriter) {
        var present: Present = []
        if player.playing { present.insert(.playing) }
        if player.item != nil { present.insert(.item) }
        if player.changedAt != .epoch { present.insert(.changedAt) }
        writer.count(present.rawValue)
        writer.text(player.name)
        if let item = player.item { writer.text(item) }
        writer.count(player.revision.rawValue)
        writer.count(max(player.reportedExpiry, .epoch).rawValue)
        let queue = player.queue
        writer.count(queue.count)
        for item in queue { writer.text(item) }
        if player.changedAt != .epoch { writer.signed(player.changedAt.clamped.rawValue) }
    }

    private static func encode(_ alert: Alert, into writer: inout RecordWriter) {
        var present: Present = []
        if alert.item != nil { present.insert(.item) }
        if alert.player != nil { present.insert(.player) }
        if alert.position != nil { present.insert(.position) }
        if alert.retryable { present.insert(.retryable) }
        writer.count(present.rawValue)
        writer.count(alert.id.rawValue)
        writer.count(AlertKind.allCases.firstIndex(of: alert.kind) ?? 0)
        writer.count(AlertState.allCases.firstIndex(of: alert.state) ?? 0)
        if let player = alert.player { writer.text(player) }
        if let item = alert.item { writer.text(item) }
        writer.text(alert.title)
        writer.text(alert.message)
        if let position = alert.position { writer.double(position) }
        writer.signed(alert.raisedAt.rawValue)
    }

    package static func decode(_ bytes: [UInt8], kind: RowKind) -> LogRow.Body? {
        var reader = RecordReader(bytes)
        do throws(RecordReader.Damaged) {
            guard try reader.byte() == layout else { return nil }
            return switch kind {
            case .player: .player(try decodePlayer(&reader))
            case .alert: .alert(try decodeAlert(&reader))
            case .aliased: .alias(try decodeAlias(&reader))
            default: .item(try decodeItem(&reader))
            }
        } catch {
            return nil
        }
    }

    /// Returns the length of the item's name in the body of a row about an item, in bytes.
    static func itemLength(_ body: UnsafeRawBufferPointer) -> Int? {
        // Three numbers of at most ten bytes come before the name.
        var reader = RecordReader(Array(body.prefix(30)))
        guard (try? reader.byte()) == layout, (try? reader.count()) != nil else { return nil }
        return try? reader.count()
    }

    private static func decodeLink(
        _ reader: inout RecordReader
    ) throws(RecordReader.Damaged) -> Link {
        let sequence = SequenceNumber(try reader.count())
        let ending = try reader.count()
        let isFinished = ending == finished
        return Link(
            sequence: sequence,
            ending: isFinished ? .cleared : try element(ending, of: endings),
            isFinished: isFinished,
            endedAt: try reader.signed()
        )
    }

    private static func element<Element>(
        _ index: Int,
        of all: [Element]
    ) throws(RecordReader.Damaged) -> Element {
        guard all.indices.contains(index) else { throw RecordReader.Damaged() }
        return all[index]
    }

    private static func decodeItem(
        _ reader: inout RecordReader
    ) throws(RecordReader.Damaged) -> ItemRecord {
        let present = Present(rawValue: try reader.count())
        var record = try decodeValue(present, &reader)
        if present.contains(.link) { record.link = try decodeLink(&reader) }
        if present.contains(.historyOnly) {
            record.historyOnly = SequenceNumber(try reader.count())
        }
        record.since = record.point.at - (try reader.difference())
        record.currentDelta = try reader.signed()
        record.ordinal = try reader.count()
        if present.contains(.played) { record.playedMilliseconds = try reader.count() }
        record.interrupted = present.contains(.interrupted)
        record.isAlbumTrack = present.contains(.albumTrack)
        record.isOver = present.contains(.over)
        let times = [record.point.expiresAt, record.since, Timestamp(record.playedMilliseconds)]
        guard times.allSatisfy(Timestamp.range.contains) else { throw RecordReader.Damaged() }
        return record
    }

    private static func decodeValue(
        _ present: Present,
        _ reader: inout RecordReader
    ) throws(RecordReader.Damaged) -> ItemRecord {
        let item = try reader.text()
        let player = try reader.text()
        let status = try element(try reader.count(), of: statuses)
        let position = try reader.double()
        let duration = present.contains(.duration) ? try reader.double() : nil
        let title = present.contains(.title) ? try reader.text() : nil
        let reading = present.contains(.reading) ? try reader.reading() : nil
        let device = DeviceID(try reader.count())
        let at: Timestamp = try reader.signed()
        let point = ResumePoint(
            item: item,
            player: player,
            status: status,
            position: position,
            duration: duration,
            title: title,
            device: "",
            at: at,
            expiresAt: at + (try reader.difference()),
            revision: .zero,
            reading: reading
        )
        return ItemRecord(point: point, device: device)
    }

    private static func decodeAlias(
        _ reader: inout RecordReader
    ) throws(RecordReader.Damaged) -> AliasRecord {
        let present = Present(rawValue: try reader.count())
        return AliasRecord(name: try reader.text(), isRemoved: present.contains(.removed))
    }

    private static func decodePlayer(
        _ reader: inout RecordReader
    ) throws(RecordReader.Damaged) -> PlayerRecord {
        let present = Present(rawValue: try reader.count())
        let name = try reader.text()
        let item = present.contains(.item) ? try reader.text() : nil
        let revision = Revision(try reader.count())
        // Earlier builds did not clamp the expiry, so it may be negative.
        let reportedExpiry = Timestamp(try reader.base128()).clamped
        var queue: [String] = []
        for _ in 0..<(try reader.count()) { queue.append(try reader.text()) }
        var player = PlayerRecord(
            name: name,
            item: item,
            playing: present.contains(.playing),
            queue: queue,
            revision: revision
        )
        player.reportedExpiry = reportedExpiry
        if present.contains(.changedAt) { player.changedAt = try reader.signed() }
        return player
    }

    private static func decodeAlert(
        _ reader: inout RecordReader
    ) throws(RecordReader.Damaged) -> Alert {
        let present = Present(rawValue: try reader.count())
        let id = AlertID(try reader.count())
        let kind = try element(try reader.count(), of: AlertKind.allCases)
        let state = try element(try reader.count(), of: AlertState.allCases)
        return Alert(
            id: id,
            kind: kind,
            state: state,
            player: present.contains(.player) ? try reader.text() : nil,
            item: present.contains(.item) ? try reader.text() : nil,
            title: try reader.text(),
            message: try reader.text(),
            retryable: present.contains(.retryable),
            position: present.contains(.position) ? try reader.double() : nil,
            raisedAt: try reader.signed()
        )
    }
}
