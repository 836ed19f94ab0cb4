// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateModel
import StateProtocol

/// The changes of a stream that a person or a program wants to see.
struct ChangeSelection {
    private let kinds: Set<ChangeKind>
    private let skipsStanding: Bool
    private var isStanding = false
    private var players: [String: String] = [:]
    /// The items that are playing, as far as the stream tells.
    private var playing: Set<String> = []

    /// Creates a selection.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of changes that are wanted; empty for all.
    ///   - skipsStanding: True if the state with which a stream begins is not wanted.
    init(kinds: [ChangeKind], skipsStanding: Bool) {
        self.kinds = Set(kinds)
        self.skipsStanding = skipsStanding
    }

    /// Takes note that the stream begins with the current state again.
    mutating func restart() {
        isStanding = skipsStanding
    }

    /// Returns the wanted changes of a batch, as received.
    ///
    /// A kind that only a newer daemon knows is wanted if every kind is.
    mutating func select(
        _ batch: ChangeBatch
    ) -> [SelectedChange] {
        // What plays is noted of changes that are not wanted, too.
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

    /// Returns true for a change whose line tells something new.
    ///
    /// A player may change in ways that its line does not show; the line is not repeated then.
    mutating func isNews(_ line: ChangeLine) -> Bool {
        guard case .player(let player)? = line.change.about else { return true }
        let subject = line.subject
        return players.updateValue(subject, forKey: player.player) != subject
    }
}

/// A change that a person or a program wants to see.
struct SelectedChange {
    /// The change, as received.
    let delivered: Playback.Subscribe.DeliveredChange
    /// The cause of a restored point, in a word; `nil` for all other changes.
    let cause: String?
}

extension ChangeSelection {
    /// Returns the cause of a restored point, in a word, and takes note of what plays.
    ///
    /// The daemon restores an earlier value for an undo, and after a restart pauses what played.
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
    /// The kinds.
    let kinds: [ChangeKind]

    /// The names of all kinds.
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
