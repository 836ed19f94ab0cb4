// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateModel
import StateProtocol

/// The selection of the changes to print.
struct ChangeSelection {
    private let kinds: Set<ChangeKind>
    private let skipsStanding: Bool
    private var isStanding = false
    private var players: [String: String] = [:]
    /// The items that are playing, as far as the stream has shown.
    private var playing: Set<String> = []

    /// Creates a selection.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of changes to print; empty for all kinds.
    ///   - skipsStanding: True to omit the present state at the beginning of the stream.
    init(kinds: [ChangeKind], skipsStanding: Bool) {
        self.kinds = Set(kinds)
        self.skipsStanding = skipsStanding
    }

    /// Records that the stream starts over.
    mutating func restart() {
        isStanding = skipsStanding
    }

    /// Returns the selected changes of a batch.
    ///
    /// A change of an unknown kind is selected only if all kinds are selected.
    mutating func select(
        _ batch: ChangeBatch
    ) -> [SelectedChange] {
        // All changes are examined, because they show which items are playing.
        let all = batch.delivered.map { delivered in
            SelectedChange(delivered: delivered, cause: delivered.change.flatMap { cause(of: $0) })
        }
        guard !isStanding else {
            isStanding = !batch.isReady
            return []
        }
        guard !kinds.isEmpty else { return all }
        return all.filter { $0.delivered.change.map { kinds.contains($0.kind) } ?? false }
    }

    /// Returns true if the line differs from the previous one.
    ///
    /// A change of a player may not be visible in the line.
    mutating func isNews(_ line: ChangeLine) -> Bool {
        guard case .player(let player)? = line.change.about else { return true }
        let subject = line.subject
        return players.updateValue(subject, forKey: player.player) != subject
    }
}

struct SelectedChange {
    let delivered: Playback.Subscribe.DeliveredChange
    /// The reason for a restored point, as a word; `nil` for other changes.
    let cause: String?
}

extension ChangeSelection {
    /// Records which items are playing, and returns the reason for a restored point as a word.
    ///
    /// The daemon restores a point when the user undoes a change, and as paused after a restart.
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

/// Kinds of changes, given as names that are separated by commas.
struct ChangeKinds: TextValue {
    let kinds: [ChangeKind]

    static var names: [String] { ChangeKind.allCases.map(\.rawValue) }

    /// Parses the names.
    init(text: String) throws(BadValue) {
        var kinds: [ChangeKind] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            kinds.append(try ChangeKind.named(String(name)))
        }
        self.kinds = kinds
    }
}

extension [ChangeKind] {
    /// Throws a usage error if one of the kinds never concerns an item.
    ///
    /// A command that waits for such a change of an item would never end.
    func checkHaveItems() throws {
        guard contains(.player) else { return }
        throw ValidationError("no change of a player has an item; use “statectl watch --player”")
    }
}
