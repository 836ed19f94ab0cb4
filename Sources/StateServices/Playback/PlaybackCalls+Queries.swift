// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

// The calls that only read.
extension PlaybackCalls {
    func get(_ parameters: Playback.Get.Parameters) throws(StateError) -> [UInt8] {
        let found = try items.point(of: parameters.item, now: clock.now())
        return Playback.Get.answer(PointReply(point: found.point))
    }

    /// Replies with a resume point, the position at which the player should resume, and the reason
    /// not to resume automatically, if there is one.
    ///
    /// The default item is the player's current one. A call with neither an item nor a player is
    /// routed to ``newest(_:_:)`` instead.
    func resume(_ parameters: Playback.Resume.Parameters) throws(StateError) -> [UInt8] {
        try check(parameters)
        if let item = parameters.item { return try resumeFile(item, parameters) }
        guard let name = parameters.player, let item = log.player(named: name)?.item else {
            throw .notFound(item: nil, player: parameters.player)
        }
        do throws(StateError) {
            return try resume(item, parameters)
        } catch .notFound {
            return Playback.Resume.answer(
                .init(item: item, point: nil, position: 0, autoplay: false)
            )
        }
    }

    /// The maximum number of older values to search for the player's own last position.
    private static let ownPlaceDepth = 50

    private func check(_ parameters: Playback.Resume.Parameters) throws(StateError) {
        if let player = parameters.player { try checkPlayer(player) }
        if let duration = parameters.duration, !(duration > 0) {
            throw .invalidValue(parameter: "duration", reason: "must be above 0, or absent")
        }
    }

    /// Resumes an item; an unknown file may have been played during its download.
    private func resumeFile(
        _ item: String,
        _ parameters: Playback.Resume.Parameters
    ) throws(StateError) -> [UInt8] {
        do throws(StateError) {
            return try resume(item, parameters)
        } catch {
            guard case .notFound = error, item.hasPrefix("/") else { throw error }
            for path in ItemPath.downloads(of: item) {
                if let reply = try? resume(path, parameters) { return reply }
            }
            throw error
        }
    }

    private func resume(
        _ item: String,
        _ parameters: Playback.Resume.Parameters
    ) throws(StateError) -> [UInt8] {
        let now = clock.now()
        let (state, point) = try items.point(of: item, now: now)
        let resumption = try items.rewinds.resumption(of: point, by: parameters.player, now: now)
        return Playback.Resume.answer(
            .init(
                item: point.item,
                point: point,
                position: resumption.position,
                autoplay: context.settings.policy.autoplay && state.record.interrupted,
                ownPosition: try ownPosition(parameters, state, point, now: now),
                hold: hold(parameters, point),
                contents: try items.contentKeys(of: state),
                learned: resumption.learned > 0 ? resumption.learned : nil
            )
        )
    }

    private func ownPosition(
        _ parameters: Playback.Resume.Parameters,
        _ state: ItemState,
        _ point: ResumePoint,
        now: Timestamp
    ) throws(StateError) -> Double? {
        guard parameters.item != nil, let player = parameters.player,
            point.player != player || state.record.device != DeviceID.own
        else { return nil }
        let past = try items.history(of: state, now: now, limit: Self.ownPlaceDepth)
        let own = past.first {
            $0.entry.point.player == player && $0.record.device == DeviceID.own
        }
        return own?.entry.point.position
    }

    private func hold(
        _ parameters: Playback.Resume.Parameters,
        _ point: ResumePoint
    ) -> ResumeHold? {
        guard parameters.automatic == true else { return nil }
        let facts = MediaFacts(
            isAlbumTrack: parameters.album ?? false,
            // A recording may have become longer since.
            duration: [point.duration, parameters.duration].compactMap(\.self).max()
        )
        return context.settings.policy.hold(for: parameters.player, facts)
    }

    func newest(
        _ parameters: Playback.Resume.Parameters,
        _ caller: Caller
    ) throws(StateError) -> ListJob {
        try check(parameters)
        return ListJob(caller, items, queries.recentPoints(player: nil), limit: 1) {
            (entries, _) throws(StateError) in
            guard let newest = entries.first else { throw .notFound(item: nil, player: nil) }
            return try resume(newest.point.record.point.item, parameters)
        }
    }

    func list(
        _ parameters: Playback.List.Parameters,
        _ caller: Caller
    ) throws(StateError) -> ListJob {
        let limit = try pageSize(parameters.limit)
        if let player = parameters.player { try checkPlayer(player) }
        if let text = parameters.search, !text.isEmpty {
            try check(text, as: "search", atMost: Limits.itemBytes)
        }
        let order = parameters.order ?? .time
        let start = try parameters.cursor.map { text throws(StateError) in
            guard let place = PointPlace(text: text, order: order) else {
                throw .invalidValue(
                    parameter: "cursor",
                    reason: "must be the cursor of an earlier reply in the same order"
                )
            }
            return place
        }
        let points = queries.recentPoints(
            player: parameters.player,
            after: order == .time ? start?.recency : nil,
            in: parameters.times
        )
        return ListJob(
            caller,
            items,
            points,
            parameters.filter,
            PointSelection(order: order, limit: limit + 1, after: start),
            limit: limit
        ) { reply($0, more: $1, order) }
    }

    /// Encodes the points of a page, up to the maximum size of a reply.
    ///
    /// Each point is encoded once, directly into the reply.
    private func reply(
        _ entries: some Collection<ListJob.Found>,
        more: Bool,
        _ order: PointOrder
    ) -> [UInt8] {
        let capacity = min(ReplySize.points, entries.count * ReplySize.usualPoint)
        return Message.reply(capacity: capacity) { writer in
            writer.beginObject()
            writer.key("points")
            writer.beginArray()
            let begin = writer.bytes.count
            var last: PointPlace?
            var hasMore = more
            for entry in entries {
                let end = writer.bytes.count
                log.point(of: entry.point).write(to: &writer)
                if last != nil, writer.bytes.count - begin > ReplySize.points {
                    writer.takeBack(to: end)
                    hasMore = true
                    break
                }
                last = entry.place
            }
            writer.endArray()
            if hasMore { writer.member("cursor", last?.text(in: order)) }
            writer.endObject()
        }
    }

    func history(_ parameters: Playback.History.Parameters) throws(StateError) -> [UInt8] {
        let limit = try pageSize(parameters.limit)
        try checkItem(parameters.item)
        let now = clock.now()
        let state = try onStore(log.state(named: parameters.item))
        guard let state else { throw .notFound(item: parameters.item, player: nil) }
        let past = try items.history(of: state, now: now, limit: limit)
        let fitting = ReplySize.fitting(past) { $0.entry.json.count }
        return Playback.History.answer(.init(entries: fitting.map(\.entry)))
    }

    func listRemoved(_ parameters: Playback.ListRemoved.Parameters) throws(StateError) -> [UInt8] {
        let limit = parameters.limit ?? 10
        guard (1...Self.maximumRemoved).contains(limit) else {
            throw .invalidValue(
                parameter: "limit",
                reason: "must be from 1 to \(Self.maximumRemoved)"
            )
        }
        let now = clock.now()
        let entries = try onStore(
            queries.removed(
                limit: limit,
                finishedOnly: parameters.finished == true,
                now: now
            )
        )
        let fitting = ReplySize.fitting(entries) { $0.json.count }
        return Playback.ListRemoved.answer(.init(entries: fitting))
    }

    func runs(
        _ parameters: Playback.ListRuns.Parameters,
        _ caller: Caller
    ) throws(StateError) -> RunsJob {
        try RunsJob(parameters, limit: try pageSize(parameters.limit), of: self, caller: caller)
    }

    private static let maximumRemoved = 100
}

extension PointPlace {
    fileprivate var recency: ItemQueries.Recency {
        ItemQueries.Recency(at: at, id: ItemID(~number))
    }

    /// Returns the cursor as clients receive it.
    ///
    /// Unless the order is by time, the cursor ends with the sort key.
    fileprivate func text(in order: PointOrder) -> String {
        let place = "\(String(at.rawValue, radix: 36)).\(String(~number, radix: 36))"
        return switch key {
        case _ where order == .time: place
        case .number(let number): "\(place).\(String(number.bitPattern, radix: 36))"
        case .text(let text): "\(place).\(String(decoding: text, as: UTF8.self))"
        }
    }

    /// Creates a position from a cursor; `nil` if the text is not a cursor for the given order.
    fileprivate init?(text: String, order: PointOrder) {
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == (order == .time ? 2 : 3), let at = Int(parts[0], radix: 36),
            let id = Int(parts[1], radix: 36)
        else { return nil }
        let key: PointOrder.Key
        switch order {
        case .time: key = .number(-Double(at))
        case .name: key = .text(Array(parts[2].utf8))
        default:
            guard let bits = UInt64(parts[2], radix: 36) else { return nil }
            let number = Double(bitPattern: bits)
            guard !number.isNaN else { return nil }
            key = .number(number)
        }
        self.init(key: key, at: Timestamp(at), number: ~id)
    }
}
