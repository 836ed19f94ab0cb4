// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
public import StateModel
import StateProtocol

extension StateClient {
    /// Saves a snapshot, and returns once the result is on stable storage.
    @discardableResult
    public func save(_ snapshot: Snapshot) async throws(StateClientError) -> SaveResult {
        try snapshot.check()
        return try await call(Playback.Save.self, .init(snapshot: snapshot)).result
    }

    /// Saves snapshots in order, in transactions of at most 500 snapshots or 64 KiB; with `anyway`,
    /// even snapshots whose item was cleared or finished after them.
    @discardableResult
    public func saveMany(
        _ snapshots: [Snapshot],
        anyway: Bool = false
    ) async throws(StateClientError) -> [SaveResult] {
        try snapshots.check()
        return try await snapshots.inParts(of: .snapshots, size: \.json.count) {
            (part) throws(StateClientError) in
            let parameters = Playback.SaveMany.Parameters(
                snapshots: part,
                anyway: anyway ? true : nil
            )
            return try await call(Playback.SaveMany.self, parameters).results
        }
    }

    /// Reports the state of playback without waiting for a reply, or learning of a refusal.
    ///
    /// Subscribers receive the state immediately; the daemon stores it within its tick interval.
    public func tick(_ snapshot: Snapshot) async throws(StateClientError) {
        try snapshot.check()
        try await send(Playback.Save.self, .init(snapshot: snapshot))
    }

    /// Returns the resume point of an item; throws `notFound` or `expired` if there is none.
    public func get(_ item: String) async throws(StateClientError) -> ResumePoint {
        try await call(Playback.Get.self, .init(item: item)).point
    }

    /// Returns an item to resume, and the position at which to resume it.
    ///
    /// The item is the given one, or the player's current one, or the one observed last.
    public func resume(
        item: String? = nil,
        player: String? = nil
    ) async throws(StateClientError) -> Continuation {
        let reply = try await call(Playback.Resume.self, .init(item: item, player: player))
        return Continuation(
            item: reply.item,
            point: reply.point,
            position: reply.position,
            autoplay: reply.autoplay
        )
    }

    /// Removes a resume point, and keeps it in the history; returns the store's new revision.
    @discardableResult
    public func clear(_ item: String) async throws(StateClientError) -> Revision {
        try await call(Playback.Clear.self, .init(item: item)).revision
    }

    /// Removes all resume points, or those of one player; returns their number.
    @discardableResult
    public func clearAll(player: String? = nil) async throws(StateClientError) -> Int {
        try await call(Playback.ClearAll.self, .init(player: player)).cleared
    }

    /// Returns the resume points that meet all conditions, the most recently observed first; the
    /// sequence fetches them page by page.
    public func list(
        player: String? = nil,
        device: String? = nil,
        status: Status? = nil,
        search: String? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil
    ) -> PointList {
        PointList(
            client: self,
            conditions: .init(
                player: player,
                since: since?.rawValue,
                until: until?.rawValue,
                device: device,
                status: status,
                search: search
            )
        )
    }

    /// Subscribes to changes until the connection ends.
    ///
    /// Without a token, the stream begins with the current state, or with `fromNow` without it. With
    /// the token of an earlier batch, it continues right after that batch, or throws
    /// ``StateClientError/resyncRequired(reason:)``.
    public func subscribe(
        after token: String? = nil,
        player: String? = nil,
        item: String? = nil,
        fromNow: Bool = false
    ) -> ChangeStream {
        var parameters = Playback.Subscribe.Parameters(token: token, player: player, item: item)
        parameters.now = fromNow ? true : nil
        return ChangeStream { [socket, parameters] in
            Replies(socket: socket, Playback.Subscribe.self, parameters)
        } read: { reply throws(StateClientError) in
            try ChangeBatch(reply: reply)
        }
    }

    /// Follows changes across restarts of the daemon.
    ///
    /// After a lost connection, the stream reconnects and continues right after the last batch. If
    /// it cannot continue there, as after the store was replaced, it reports this and starts over;
    /// a given token that cannot be continued throws ``StateClientError/resyncRequired(reason:)``.
    ///
    /// Use `front` if a user sees the changes: sync then checks the remote store as often as for a
    /// player in the foreground. With `fromNow` and without a token, the current state is omitted.
    /// Events of the topics in `events` arrive in order, as changes of kind `event`.
    public func follow(
        after token: String? = nil,
        player: String? = nil,
        item: String? = nil,
        events: [String] = [],
        front: Bool = false,
        fromNow: Bool = false
    ) -> ChangeFollower {
        var parameters = Playback.Subscribe.Parameters(player: player, item: item, events: events)
        parameters.front = front ? true : nil
        return Follower(token: token) { [socket, parameters] token in
            var parameters = parameters
            parameters.token = token
            parameters.now = fromNow && token == nil ? true : nil
            return Replies(socket: socket, Playback.Subscribe.self, parameters)
        } read: { reply throws(StateClientError) in
            let batch = try ChangeBatch(reply: reply)
            return (batch, batch.token)
        }
    }
}

/// A stream of changes; see ``StateClient/subscribe(after:player:item:fromNow:)``.
public typealias ChangeStream = ReplySequence<ChangeBatch>

/// An item and the position at which to resume it.
public struct Continuation: Sendable, Equatable {
    /// The item to resume.
    public var item: String
    /// The resume point; `nil` if the player's current item has none.
    public var point: ResumePoint?
    /// The position at which to resume, in seconds: the stored position minus the rewind, or 0
    /// without a resume point.
    public var position: Double
    /// True if playback was interrupted, and the configuration allows it to start automatically.
    public var autoplay: Bool
}

extension Snapshot {
    /// Throws an error if the daemon would refuse the snapshot, or JSON cannot represent it.
    fileprivate func check(as path: String = "") throws(StateClientError) {
        if let fault { throw .invalid(field: path + fault.field, reason: fault.reason) }
    }
}

extension [Snapshot] {
    fileprivate func check() throws(StateClientError) {
        for (index, snapshot) in enumerated() {
            try snapshot.check(as: "snapshots[\(index)].")
        }
    }
}

extension StateClient {
    /// Returns the name under which all programs store an item, given a path, a URL or any other
    /// name.
    ///
    /// For an existing file or its `file:` URL, this is the absolute path with all symbolic links
    /// resolved. A relative path refers to `directory`, by default the working directory. Other
    /// URLs are normalised; other names are not changed.
    public static func itemName(of text: String, in directory: String? = nil) -> String {
        ItemFile.names(of: text, in: directory).own
    }
}
