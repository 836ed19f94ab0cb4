// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The encoding of a row's body: small, quick to write, and readable by every later version.
///
/// The first byte names the layout; a bit mask announces the optional members. Numbers are
/// little-endian base-128, signed ones zigzag; texts are their length, then UTF-8.
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
    }

    private static let statuses: [Status] = [.playing, .paused, .finished, .failed]
    private static let endings: [Ending] = [.replaced, .cleared, .expired, .quarantined]
    /// The number of ``Ending/cleared`` where the item was over.
    private static let finished = 4

    /// Returns the encoding of `body`; times are clamped to those that ``decode(_:kind:)`` accepts.
    package static func encode(_ body: LogRow.Body) -> [UInt8] {
        var writer = ByteWriter()
        encode(body, into: &writer)
        return writer.bytes
    }

    /// Appends the encoding of `body`.
    static func encode(_ body: LogRow.Body, into writer: inout ByteWriter) {
        if case .item(let record) = body { return encode(record, into: &writer) }
        writer.byte(layout)
        switch body {
        case .item: break
        case .player(let player): encode(player, into: &writer)
        case .alert(let alert): encode(alert, into: &writer)
        case .alias(let alias):
            writer.number(alias.isRemoved ? Present.removed.rawValue : 0)
            writer.text(alias.name)
        }
    }

    /// Appends the encoding of the body of a row about an item.
    static func encode(_ record: ItemRecord, into writer: inout ByteWriter) {
        let texts = record.point.title.map(OutputSpan.bytes) ?? 0
        // The layout's byte, and the numbers that are written below.
        let room = 1 + 2 * OutputSpan.doubleBytes + 13 * OutputSpan.numberBytes
        writer.append(
            room: room + texts + OutputSpan.bytes(of: record.point.item)
                + OutputSpan.bytes(of: record.point.player)
        ) { encode(record, into: &$0) }
    }

    private static func encode(_ record: ItemRecord, into output: inout OutputSpan<UInt8>) {
        var present: Present = []
        if record.point.duration != nil { present.insert(.duration) }
        if record.point.title != nil { present.insert(.title) }
        if record.link != nil { present.insert(.link) }
        if record.historyOnly != nil { present.insert(.historyOnly) }
        if record.interrupted { present.insert(.interrupted) }
        if record.isAlbumTrack { present.insert(.albumTrack) }
        if record.isOver { present.insert(.over) }
        if record.playedMilliseconds != 0 { present.insert(.played) }
        output.append(layout)
        output.number(present.rawValue)
        output.text(record.point.item)
        output.text(record.point.player)
        output.number(statuses.firstIndex(of: record.point.status) ?? 1)
        output.double(record.point.position)
        if let duration = record.point.duration { output.double(duration) }
        if let title = record.point.title { output.text(title) }
        output.number(record.device.rawValue)
        let at = record.point.at.clamped
        output.signed(at)
        output.signed(record.point.expiresAt.clamped - at)
        if let link = record.link {
            output.number(link.sequence.rawValue)
            output.number(
                link.isFinished ? finished : endings.firstIndex(of: link.ending) ?? 0
            )
            output.signed(link.endedAt.clamped)
        }
        if let historyOnly = record.historyOnly { output.number(historyOnly.rawValue) }
        output.signed(at - record.since.clamped)
        output.signed(record.standingDelta)
        output.number(record.ordinal)
        if record.playedMilliseconds != 0 { output.number(record.playedMilliseconds) }
    }

    private static func encode(_ player: PlayerRecord, into writer: inout ByteWriter) {
        var present: Present = []
        if player.playing { present.insert(.playing) }
        if player.item != nil { present.insert(.item) }
        if player.changedAt != .epoch { present.insert(.changedAt) }
        writer.number(present.rawValue)
        writer.text(player.name)
        if let item = player.item { writer.text(item) }
        writer.number(player.revision.rawValue)
        writer.number(max(player.reportedExpiry, .epoch).rawValue)
        let queue = player.queue
        writer.number(queue.count)
        for item in queue { writer.text(item) }
        if player.changedAt != .epoch { writer.signed(player.changedAt.clamped.rawValue) }
    }

    private static func encode(_ alert: Alert, into writer: inout ByteWriter) {
        var present: Present = []
        if alert.item != nil { present.insert(.item) }
        if alert.player != nil { present.insert(.player) }
        if alert.position != nil { present.insert(.position) }
        if alert.retryable { present.insert(.retryable) }
        writer.number(present.rawValue)
        writer.number(alert.id.rawValue)
        writer.number(AlertKind.allCases.firstIndex(of: alert.kind) ?? 0)
        writer.number(AlertState.allCases.firstIndex(of: alert.state) ?? 0)
        if let player = alert.player { writer.text(player) }
        if let item = alert.item { writer.text(item) }
        writer.text(alert.title)
        writer.text(alert.message)
        if let position = alert.position { writer.double(position) }
        writer.signed(alert.raisedAt.rawValue)
    }

    /// Returns the body that `bytes` of a row of `kind` encode; `nil` if they are damaged.
    package static func decode(_ bytes: [UInt8], kind: RowKind) -> LogRow.Body? {
        bytes.withUnsafeBytes { decode($0, kind: kind) }
    }

    /// Returns the body that bytes in foreign memory encode; `nil` if they are damaged.
    static func decode(_ bytes: UnsafeRawBufferPointer, kind: RowKind) -> LogRow.Body? {
        var reader = ByteReader(bytes)
        guard reader.byte() == layout else { return nil }
        if kind == .player { return decodePlayer(&reader).map { .player($0) } }
        if kind == .alert { return decodeAlert(&reader).map { .alert($0) } }
        if kind == .aliased { return decodeAlias(&reader).map { .alias($0) } }
        return decodeItem(&reader).map { .item($0) }
    }

    private static func decodeLink(_ reader: inout ByteReader) -> Link? {
        let sequence = SequenceNumber(reader.number())
        let ending = reader.number()
        let isFinished = ending == finished
        guard isFinished || endings.indices.contains(ending) else { return nil }
        let endedAt: Timestamp = reader.signed()
        guard Timestamp.range.contains(endedAt) else { return nil }
        return Link(
            sequence: sequence,
            ending: isFinished ? .cleared : endings[ending],
            isFinished: isFinished,
            endedAt: endedAt
        )
    }

    private static func decodeItem(_ reader: inout ByteReader) -> ItemRecord? {
        let present = Present(rawValue: reader.number())
        let item = reader.text()
        let player = reader.text()
        let status = reader.number()
        let position = reader.double()
        let duration = present.contains(.duration) ? reader.double() : nil
        let title = present.contains(.title) ? reader.text() : nil
        let device = DeviceID(reader.number())
        let at: Timestamp = reader.signed()
        let expiresAt = Timestamp(at.rawValue &+ reader.signed())
        guard statuses.indices.contains(status) else { return nil }
        let point = ResumePoint(
            item: item,
            player: player,
            status: statuses[status],
            position: position,
            duration: duration,
            title: title,
            device: "",
            at: at,
            expiresAt: expiresAt,
            revision: .zero
        )
        var record = ItemRecord(point: point, device: device)
        if present.contains(.link) {
            guard let link = decodeLink(&reader) else { return nil }
            record.link = link
        }
        if present.contains(.historyOnly) { record.historyOnly = SequenceNumber(reader.number()) }
        record.since = Timestamp(at.rawValue &- reader.signed())
        record.standingDelta = reader.signed()
        record.ordinal = reader.number()
        if present.contains(.played) { record.playedMilliseconds = reader.number() }
        record.interrupted = present.contains(.interrupted)
        record.isAlbumTrack = present.contains(.albumTrack)
        record.isOver = present.contains(.over)
        let times = Timestamp.range
        let isPlausible =
            times.contains(at) && times.contains(expiresAt) && times.contains(record.since)
            && times.contains(Timestamp(record.playedMilliseconds))
        return reader.isIntact && isPlausible ? record : nil
    }

    private static func decodeAlias(_ reader: inout ByteReader) -> AliasRecord? {
        let present = Present(rawValue: reader.number())
        let alias = AliasRecord(name: reader.text(), isRemoved: present.contains(.removed))
        return reader.isIntact ? alias : nil
    }

    private static func decodePlayer(_ reader: inout ByteReader) -> PlayerRecord? {
        let present = Present(rawValue: reader.number())
        let name = reader.text()
        let item = present.contains(.item) ? reader.text() : nil
        var player = PlayerRecord(
            name: name,
            item: item,
            playing: present.contains(.playing),
            revision: Revision(reader.number())
        )
        // Earlier versions stored times before 1970, too.
        player.reportedExpiry = Timestamp(Int(truncatingIfNeeded: reader.word())).clamped
        let count = reader.number()
        // Gathered apart from the record: each change of a record copies its whole queue.
        var queue: [String] = []
        while queue.count < count, reader.isIntact { queue.append(reader.text()) }
        player.queue = queue
        // Earlier versions did not store it.
        if present.contains(.changedAt) { player.changedAt = reader.signed() }
        return reader.isIntact ? player : nil
    }

    private static func decodeAlert(_ reader: inout ByteReader) -> Alert? {
        let present = Present(rawValue: reader.number())
        let id = AlertID(reader.number())
        let kind = reader.number()
        let state = reader.number()
        guard AlertKind.allCases.indices.contains(kind), AlertState.allCases.indices.contains(state)
        else { return nil }
        let player = present.contains(.player) ? reader.text() : nil
        let item = present.contains(.item) ? reader.text() : nil
        let title = reader.text()
        let message = reader.text()
        let position = present.contains(.position) ? reader.double() : nil
        let alert = Alert(
            id: id,
            kind: AlertKind.allCases[kind],
            state: AlertState.allCases[state],
            player: player,
            item: item,
            title: title,
            message: message,
            retryable: present.contains(.retryable),
            position: position,
            raisedAt: reader.signed()
        )
        return reader.isIntact ? alert : nil
    }
}
