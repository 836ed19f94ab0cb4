// SPDX-License-Identifier: Apache-2.0
import StateModel
import StateProtocol
import Varlink

extension SurfaceLink {
    /// The delay before repeating a report that the daemon could not store, or opening a stream
    /// again, in milliseconds.
    private static let retryMilliseconds = 1_000

    /// Handles received bytes; if they are invalid, all connections are closed and opened again.
    mutating func received(_ channel: Channel, _ bytes: [UInt8], now: Int) {
        do {
            connections[channel, default: ClientConnection()].receive(bytes)
            while let reply = try connections[channel]?.next() {
                switch channel {
                case .calls: try answered(reply, now: now)
                case .requests: try requested(reply, now: now)
                case .changes: try delivered(reply, now: now)
                }
            }
        } catch {
            closed(1, now: now)
        }
    }

    private mutating func answered(_ reply: Reply, now: Int) throws {
        guard !pending.isEmpty else { return }
        let call = pending.removeFirst()
        let error = reply.error.map { StateError(name: $0, parameters: reply.parameters) }
        switch call {
        case .attach:
            if let error {
                closed(1, now: now)
                actions.append(.absent(reason: StateClientError(error).description))
                return
            }
            attached(try Session.Attach.Reply(json: reply.parameters))
        case .reported: reported(error, reply.parameters, now: now)
        case .named(let item, let alias): try named(item, alias, error, reply.parameters, now)
        case .announced: noteResult(reply.parameters)
        case .joined:
            if error == nil { note(try RevisionReply(json: reply.parameters).revision) }
        case .described: break
        case .resume(let item): resume(item, error, reply.parameters)
        case .finished:
            let removed = try? Playback.ListRemoved.Reply(json: reply.parameters)
            let finished = (removed?.entries ?? []).map {
                ObservedItem($0.point.item, at: $0.endedAt, isSeen: true)
            }
            ask(Playback.List.self, .init(limit: Self.maximumRecent), .recent(finished: finished))
        case .recent(let finished):
            let points = error == nil ? try Playback.List.Reply(json: reply.parameters).points : []
            let items = points.map { ObservedItem($0.item, at: $0.at) } + finished
            askForNames(of: items.sorted { $0.at > $1.at }, index: 0)
        case .namesOfRecent(let items, let index): note(items, index, names: reply.parameters)
        case .names(let item):
            let names = try? Playback.ListAliases.Reply(json: reply.parameters).aliases
            ask(Service.GetSettings.self, .init(), .roots(item: item, names: names ?? []))
        case .roots(let item, let names):
            let roots = try? Service.GetSettings.Reply(json: reply.parameters).roots
            actions.append(.tell(.names(of: item, aliases: names, roots: roots ?? [])))
        case .setQueue: try queueSet(error, reply.parameters)
        }
    }

    private mutating func note(_ items: [ObservedItem], _ index: Int, names: [UInt8]) {
        var items = items
        // An item that was removed in the meantime has no names.
        items[index].names = (try? Playback.ListAliases.Reply(json: names).aliases) ?? []
        askForNames(of: items, index: index + 1)
    }

    /// Asks for the names of one of the recent items, or passes the items on after the last one.
    private mutating func askForNames(of items: [ObservedItem], index: Int) {
        guard index < min(items.count, Self.maximumNamed) else {
            return actions.append(.tell(.recent(items)))
        }
        let parameters = Playback.ListAliases.Parameters(item: items[index].item)
        ask(Playback.ListAliases.self, parameters, .namesOfRecent(items, index: index))
    }

    private mutating func queueSet(_ error: StateError?, _ parameters: [UInt8]) throws {
        if case .queueChanged(let revision)? = error {
            actions.append(.tell(.queueChanged(revision: revision)))
        } else if error == nil {
            let revision = try RevisionReply(json: parameters).revision
            note(revision)
            actions.append(.tell(.queueSet(revision: revision)))
        }
    }

    private mutating func reported(_ error: StateError?, _ parameters: [UInt8], now: Int) {
        switch error {
        case nil:
            outbox.answered(isDone: true)
            // The tick must not appear older than the report that was just stored.
            unstored?.observed = now
            // The reply to ReportUnavailable has no revision.
            noteResult(parameters)
        case .invalidSnapshot, .invalidValue, .invalidParameter, .methodNotFound,
            .methodNotImplemented, .permissionDenied, .notFound, .aliasConflict:
            // If the report were repeated, the daemon would refuse it again.
            outbox.answered(isDone: true)
        default:
            outbox.answered(isDone: false)
            retryAt = now + Self.retryMilliseconds
        }
    }

    private mutating func named(
        _ item: String,
        _ alias: String,
        _ error: StateError?,
        _ parameters: [UInt8],
        _ now: Int
    ) throws {
        defer { reported(error, [], now: now) }
        switch error {
        case nil: note(try RevisionReply(json: parameters).revision)
        case .aliasConflict where !alias.hasPrefix("content:"):
            // The alias is a path whose file now has different contents, so the path is moved to
            // this item.
            ask(Playback.RemoveAlias.self, .init(alias: alias), .joined)
            ask(Playback.AddAlias.self, .init(item: item, alias: alias), .joined)
        case .aliasConflict(_, let own) where ExactString(own) != ExactString(item):
            // The alias belongs to another item, which has no resume point, so both items are the
            // same. The surface is notified first, so that it does not mistake the change for a
            // request.
            actions.append(.tell(.same(item: item, own: own)))
            ask(Playback.AddAlias.self, .init(item: own, alias: item), .joined)
        default: break
        }
    }

    private mutating func resume(_ item: String, _ error: StateError?, _ parameters: [UInt8]) {
        let reply = error == nil ? try? Playback.Resume.Reply(json: parameters) : nil
        var terms = ResumeTerms(
            ownPosition: reply?.ownPosition,
            hold: reply?.hold,
            contents: reply?.contents ?? []
        )
        if case .expired(_, let at)? = error { terms.expiredAt = at }
        actions.append(
            .tell(
                .continuation(
                    item: item,
                    own: reply?.item ?? item,
                    point: reply?.point,
                    position: reply?.position ?? 0,
                    terms: terms
                )
            )
        )
    }

    private mutating func note(_ revision: Revision) {
        self.revision = max(self.revision, revision)
    }

    private mutating func noteResult(_ parameters: [UInt8]) {
        if let reply = try? Playback.Save.Reply(json: parameters) { note(reply.result.revision) }
    }

    private mutating func requested(_ reply: Reply, now: Int) throws {
        guard reply.error == nil else {
            isObeying = false
            streamsAt = now + Self.retryMilliseconds
            return
        }
        let request = try Session.Obey.Reply(json: reply.parameters)
        actions.append(
            .tell(
                .request(
                    SurfaceRequest(
                        request.request,
                        request.action,
                        position: request.position,
                        offset: request.offset,
                        item: request.item
                    )
                )
            )
        )
    }

    private mutating func delivered(_ reply: Reply, now: Int) throws {
        if let error = reply.error {
            if token != nil, case .resyncRequired = StateError(name: error, parameters: []) {
                // The store was replaced, so its revisions begin again.
                token = nil
                revision = .zero
                isSubscribed = false
                return
            }
            isSubscribed = false
            streamsAt = now + Self.retryMilliseconds
            actions += (session?.detached() ?? []).map(SurfaceLink.Action.show)
            return
        }
        let delivery = try Playback.Subscribe.Delivery(json: reply.parameters)
        token = delivery.token
        let changes = delivery.changes.compactMap(\.change)
        actions.append(.tell(.changes(changes, isLive: isLive)))
        isLive = isLive || delivery.ready
        let states = session?.delivered(changes, isReady: delivery.ready) ?? []
        actions += states.map(SurfaceLink.Action.show)
    }
}
