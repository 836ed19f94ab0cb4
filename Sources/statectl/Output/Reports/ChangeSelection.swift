// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateModel
import StateProtocol

/// The changes of a stream to show.
struct ChangeSelection {
    private let kinds: Set<ChangeKind>
    private let skipsStanding: Bool
    private var isStanding = false
    private var players: [String: String] = [:]
    /// The playing items, according to the stream.
    private var playing: Set<String> = []

    /// Creates a selection.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of changes that are wanted; empty for all.
    ///   - skipsStanding: True to omit the present state.
    init(kinds: [ChangeKind], skipsStanding: Bool) {
        self.kinds = Set(kinds)
        self.skipsStanding = skipsStanding
    }

    /// Notes that the stream starts over.
    mutating func restart() {
        isStanding = skipsStanding
    }

    /// Returns the matching changes of a batch, as received.
    ///
    /// An unknown kind matches if every kind does.
    mutating func select(
        _ batch: ChangeBatch
    ) -> [SelectedChange] {
        // Unwanted changes also count, because they show what is playing.
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

    /// Returns true for a change whose line differs from the last.
    ///
    /// A player may change in ways that its line does not show.
    mutating func isNews(_ line: ChangeLine) -> Bool {
        guard case .player(let player)? = line.change.about else { return true }
        let subject = line.subject
        return players.updateValue(subject, forKey: player.player) != subject
    }
}

/// A change to show.
struct SelectedChange {
    /// The change, as received.
    let delivered: Playback.Subscribe.DeliveredChange
    /// The cause of a restored point, in a word; `nil` for other changes.
    let cause: String?
}

extension ChangeSelection {
    /// Returns the cause of a restored point, in a word, and notes the playing items.
    ///
    /// The daemon restores a point for an undo, or as paused after a restart.
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

/// Kinds of changes, by their names with commas between them.
struct ChangeKinds: TextValue {
    let kinds: [ChangeKind]

    static var names: [String] { ChangeKind.allCases.map(\.rawValue) }

    /// Creates the value from names.
    init(text: String) throws(BadValue) {
        var kinds: [ChangeKind] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            kinds.append(try ChangeKind.named(String(name)))
        }
        self.kinds = kinds
    }
}
