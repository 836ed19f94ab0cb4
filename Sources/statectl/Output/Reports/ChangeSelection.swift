// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ChangeSelection {
    private let kinds: Set<ChangeKind>
    private let skipsInitialState: Bool
    private var isInitialState = false
    private var players: [String: String] = [:]
    /// The items that are playing, according to earlier changes.
    private var playing: Set<String> = []

    /// Creates a selection of the given kinds of changes; an empty array selects all kinds.
    ///
    /// If `skipsInitialState` is true, the current state is omitted when the stream starts over.
    init(kinds: [ChangeKind], skipsInitialState: Bool) {
        self.kinds = Set(kinds)
        self.skipsInitialState = skipsInitialState
    }

    mutating func restart() {
        isInitialState = skipsInitialState
    }

    /// Returns the selected changes of a batch; those of unknown kinds only if `kinds` is empty.
    mutating func select(
        _ batch: ChangeBatch
    ) -> [SelectedChange] {
        // All changes are examined, because they show which items are playing.
        let all = batch.delivered.map { delivered in
            SelectedChange(delivered: delivered, cause: delivered.change.flatMap { cause(of: $0) })
        }
        guard !isInitialState else {
            isInitialState = !batch.isReady
            return []
        }
        guard !kinds.isEmpty else { return all }
        return all.filter { $0.delivered.change.map { kinds.contains($0.kind) } ?? false }
    }

    /// Returns false for a change of a player that does not alter the player's last line.
    mutating func isNews(_ line: ChangeLine) -> Bool {
        guard case .player(let player)? = line.change.about else { return true }
        let subject = line.subject
        return players.updateValue(subject, forKey: player.player) != subject
    }
}

struct SelectedChange {
    let delivered: Playback.Subscribe.DeliveredChange
    let cause: String?
}

extension ChangeSelection {
    /// Records whether the item is playing; returns the reason why a point was restored.
    ///
    /// The daemon restores a point after undo and, as paused, after a restart during playback.
    private mutating func cause(of change: Change) -> String? {
        guard let item = change.item ?? change.point?.item ?? change.snapshot?.item else {
            return nil
        }
        let wasPlaying =
            change.point?.status == .playing || change.snapshot?.status == .playing
            ? !playing.insert(item).inserted : playing.remove(item) != nil
        guard change.kind == .restored else { return nil }
        return wasPlaying && change.point?.status == .paused ? "paused by the restart" : "undone"
    }
}

/// Kinds of changes, written as names that are separated by commas.
struct ChangeKinds: TextValue {
    let kinds: [ChangeKind]

    static var names: [String] { ChangeKind.allCases.map(\.rawValue) }

    init(text: String) throws(BadValue) {
        var kinds: [ChangeKind] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            kinds.append(try ChangeKind.named(String(name)))
        }
        self.kinds = kinds
    }
}

extension [ChangeKind] {
    /// Throws a usage error if `player` is one of the kinds.
    ///
    /// A change of a player never concerns an item, so the command would wait forever.
    func checkHaveItems() throws {
        guard contains(.player) else { return }
        throw ValidationError(
            "a change of the kind “player” has no item; use “statectl watch --player PLAYER”"
        )
    }
}
