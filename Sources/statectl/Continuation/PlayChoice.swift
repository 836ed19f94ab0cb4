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
        return [playable] + (await paths(of: own?.item == item ? own?.queue ?? [] : []))
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
        if isWhole, let item = current(own, newest: found.first) { return item }
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
    /// The item may have no resume point, if the previous item has finished.
    private func current(_ own: Player?, newest: ResumePoint?) -> String? {
        guard let own, let item = own.item else { return nil }
        guard let newest, points.player == nil else { return item }
        return Self.isCurrent(item, changedAt: own.revision, newest: newest) ? item : nil
    }

    static func isCurrent(_ item: String, changedAt revision: Revision, newest: ResumePoint) -> Bool
    {
        item == newest.item || revision > newest.revision
    }
}
