// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateTesting

@testable import PlayerMPV

/// Random changes of a playlist in mpv, and of the queue by other surfaces, with messages on the
/// way in both directions.
///
/// The model of the daemon has two revisions: that of the store, which each report raises, and that
/// of the player, which only a change of its item or queue raises. The rules: nothing that was
/// added is lost or doubled, and both sides agree once all messages have arrived.
struct QueueWalk {
    private enum Message {
        case change([Change])
        case reply(Reply)
    }

    private enum Reply {
        case saved(Revision)
        case queueSet(Revision)
        case queueChanged(Revision)
    }

    /// The differences between the rules and what happened.
    private(set) var differences: [String] = []
    private var random: FuzzRandom
    private var orders = SurfaceOrders()
    // The daemon.
    private var revision = Revision(1)
    private var player = Player(playing: nil, queue: [], at: 1)
    private var messages: [Message] = []
    /// The latest revision in the replies.
    private var replied = Revision.zero
    private var unanswered = 0
    // mpv.
    private var current = "0"
    private var playlist: [String] = []
    private var added = 0
    /// The items that have to be played still, in any order.
    private var expected: Set<String> = []
    private var calls = 0
    private var refusals = 0

    init(seed: UInt64) {
        random = FuzzRandom(seed: seed)
        orders.attached(item: nil, queue: [])
        report(isNew: true)
        settle()
    }

    mutating func step() {
        switch random.below(8) {
        case 0: playlist.append(add())
        case 1: playlist.insert(add(), at: random.below(playlist.count + 1))
        case 2: playlist.shuffle(using: &random)
        case 3: playNext()
        case 4: change { player, name in player.queue.append(name) }
        case 5: change { player, name in player.queue.insert(name, at: 0) }
        case 6: report(isNew: false)
        default: tick()
        }
        for _ in 0..<random.below(4) { deliver() }
        act()
    }

    /// Delivers all messages, and compares both sides.
    mutating func settle() {
        calls = 0
        act()
        while !messages.isEmpty, calls < 50 {
            deliver()
            act()
        }
        if !messages.isEmpty { differences.append("\(calls) calls without an end") }
        if player.queue != playlist {
            differences.append("the daemon has \(player.queue), and mpv \(playlist)")
        }
        if Set(playlist) != expected || playlist.count != expected.count {
            differences.append("\(playlist) instead of \(expected.sorted())")
        }
    }

    /// Changes the playlist while nobody else changes the player, after a tick.
    mutating func append() {
        refusals = 0
        tick()
        playlist.append(add())
        settle()
        if refusals > 0 { differences.append("a queue was refused that nobody else had changed") }
    }

    private mutating func add() -> String {
        added += 1
        expected.insert("\(added)")
        return "\(added)"
    }

    // MARK: mpv and its bridge

    private mutating func playNext() {
        guard !playlist.isEmpty else { return }
        current = playlist.removeFirst()
        expected.remove(current)
        report(isNew: true)
    }

    private mutating func act() {
        guard unanswered == 0 else { return }
        switch orders.step(playing: current, queue: playlist) {
        case nil: break
        case .tell(let queue, let ifRevision): setQueue(queue, ifRevision)
        case .arrange(let queue):
            playlist = queue
            act()
        case .play(let item, _): differences.append("mpv is to play \(item ?? "nothing")")
        }
    }

    private mutating func report(isNew: Bool) {
        if isNew { orders.began(current) }
        unanswered += 1
        revision = revision + 1
        var changes = [saved()]
        if isNew {
            player.item = current
            player.queue.removeAll { $0 == current }
            player.revision = revision
            changes.append(playerChange())
        }
        messages += [.reply(.saved(revision)), .change(changes)]
    }

    /// A position that no reply follows.
    private mutating func tick() {
        revision = revision + 1
        messages.append(.change([saved()]))
    }

    private mutating func deliver() {
        guard !messages.isEmpty else { return }
        switch messages.removeFirst() {
        case .change(let changes): orders.handle(changes, isLive: true)
        case .reply(let reply):
            switch reply {
            case .saved(let revision): replied = max(replied, revision)
            case .queueSet(let revision):
                replied = max(replied, revision)
                orders.queueSet(revision: revision)
            case .queueChanged(let revision): orders.queueChanged(revision: revision)
            }
            unanswered -= 1
            if unanswered == 0 { orders.settled(revision: replied) }
        }
    }

    // MARK: The daemon

    private mutating func setQueue(_ queue: [String], _ ifRevision: Revision) {
        calls += 1
        unanswered += 1
        guard ifRevision == player.revision else {
            refusals += 1
            return messages.append(.reply(.queueChanged(player.revision)))
        }
        revision = revision + 1
        player.queue = queue
        player.revision = revision
        messages += [.reply(.queueSet(revision)), .change([playerChange()])]
    }

    /// Another surface changes the queue.
    private mutating func change(_ change: (inout Player, String) -> Void) {
        change(&player, add())
        revision = revision + 1
        player.revision = revision
        messages.append(.change([playerChange()]))
    }

    private func saved() -> Change {
        Change(kind: .saved, revision: revision, item: current, player: "mpv")
    }

    private func playerChange() -> Change {
        Change(kind: .player, revision: revision, player: "mpv", about: .player(player))
    }
}
