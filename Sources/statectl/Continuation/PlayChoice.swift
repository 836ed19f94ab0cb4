// SPDX-License-Identifier: Apache-2.0
import StateClient

struct PlayChoice {
    /// The time for all searches for files of the queue, in milliseconds.
    private static let searchMilliseconds = 5_000

    let points: Continuation
    /// The name of the player that will play the item.
    let player: String
    /// True if the player's current item may be chosen even without a resume point.
    let isWhole: Bool

    /// Returns the path or URL of the item, followed by the player's queue if the item is its
    /// current one.
    func items(pick: Bool, expired: Bool) async throws -> [String] {
        let players = try await points.client.players()
        let own = players.first { $0.player == player }
        let item = try await item(own, pick: pick, expired: expired)
        let playable = try await PlayableItem.of(item, from: points.client)
        if expired { try await points.client.undo(item) }
        return [playable] + (await paths(of: own?.queue(after: item) ?? []))
    }

    private func paths(of queue: [String]) async -> [String] {
        let end = Clocks.elapsed + Self.searchMilliseconds
        var paths: [String] = []
        for item in queue {
            // mpv will report a file that is missing.
            let path = try? await PlayableItem.of(item, from: points.client, until: end)
            paths.append(path ?? item)
        }
        return paths
    }

    private func item(_ own: Player?, pick: Bool, expired: Bool) async throws -> String {
        let most = pick ? Picker.maximumItems * 5 : 1
        var found =
            expired
            ? try await points.expired(limit: most) : try await points.points(limit: most)
        if pick { found = await playable(found) }
        if isWhole, let item = try await current(own, newest: found.first) { return item }
        let hint =
            expired
            ? nil
            : await points.hint(newerThan: found.first, command: "statectl play --expired")
        guard let newest = found.first else {
            try await points.checkDevice()
            let nothing = expired ? "nothing has expired" : "there is nothing to resume"
            throw Failure(.notThere, hint ?? "\(nothing); give a file to play")
        }
        if let hint { Output.notice(hint) }
        return pick ? try Picker(points: found, context: .current).ask().item : newest.item
    }

    private func playable(_ found: [ResumePoint]) async -> [ResumePoint] {
        var playable: [ResumePoint] = []
        for point in found where playable.count < Picker.maximumItems {
            if await PlayableItem.mayOpen(point.item, from: points.client) {
                playable.append(point)
            }
        }
        return playable
    }

    /// Returns the player's current item; `nil` if another item was played more recently.
    ///
    /// The item may have no resume point, if the previous item has finished. If the item itself was
    /// finished or cleared since, as on another device, the first item of the queue takes its place.
    private func current(_ own: Player?, newest: ResumePoint?) async throws -> String? {
        guard let own, let item = own.item else { return nil }
        if let newest, points.player == nil,
            !Self.isCurrent(item, changedAt: own.revision, newest: newest)
        {
            return nil
        }
        if item == newest?.item { return item }
        let history = try await StateClient.known(try await points.client.history(item, limit: 1))
        guard let last = history?.first, last.ending != .replaced, last.revision >= own.revision
        else { return item }
        return own.queue.first
    }

    static func isCurrent(_ item: String, changedAt revision: Revision, newest: ResumePoint) -> Bool
    {
        item == newest.item || revision > newest.revision
    }
}

extension Player {
    /// Returns the items that follow an item, which is the current one or the first of the queue.
    fileprivate func queue(after item: String) -> [String] {
        if item == self.item { return queue }
        return item == queue.first ? Array(queue.dropFirst()) : []
    }
}
