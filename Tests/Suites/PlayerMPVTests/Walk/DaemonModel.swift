// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel

/// A daemon as a follower sees it: points, names of contents, and the real policy.
struct DaemonModel {
    private var points: [String: ResumePoint] = [:]
    private var aliases: [String: String] = [:]
    private var jumps = JumpGuard()
    private let policy = PolicySettings()
    /// The snapshots that were neither saved nor clear, and not just the same again.
    private(set) var refused: [String] = []

    /// Returns the own name of an item.
    private func own(_ name: String) -> String { aliases[name] ?? name }

    /// Returns the position of an item, in seconds; `nil` if it has none.
    func position(of name: String) -> Double? { points[own(name)]?.position }

    /// Returns the answer to a request for a position.
    func continuation(of name: String, at now: Timestamp) -> SurfaceEvent {
        let own = own(name)
        let point = points[own]
        var terms = ResumeTerms()
        terms.contents = contents(of: own) + [own].filter { $0.hasPrefix("content:") }
        terms.hold = policy.hold(for: "mpv", MediaFacts(duration: point?.duration))
        return .continuation(
            item: name,
            own: own,
            point: point,
            position: point?.position ?? 0,
            terms: terms
        )
    }

    /// Takes a snapshot in.
    mutating func save(_ snapshot: Snapshot, now: Timestamp) {
        var snapshot = snapshot
        snapshot.item = own(snapshot.item)
        let standing = points[snapshot.item].map { Standing(point: $0, own: true) }
        let verdict = policy.verdict(on: snapshot, against: standing, jumps: &jumps, now: now)
        switch verdict.ruling {
        case .save: points[snapshot.item] = verdict.point(of: snapshot)
        case .clear:
            points[snapshot.item] = nil
            // A path of contents that are over is free for other files.
            if snapshot.item.hasPrefix("content:") {
                aliases = aliases.filter { $0.value != snapshot.item }
            }
        case .renew, .ignore(.unchanged), .ignore(.atStart), .ignore(.atEnd): break
        default: refused.append("\(verdict.ruling) of \(snapshot)")
        }
    }

    /// Another device has come to a position.
    mutating func hears(of name: String, at position: Double, now: Timestamp) {
        points[own(name)]?.position = position
        points[own(name)]?.at = now
        points[own(name)]?.player = "phone"
    }

    /// Gives an item one more name.
    mutating func name(_ item: String, _ alias: String) {
        let own = own(item)
        guard alias != own, aliases[alias] != own else { return }
        // Contents of which nothing is left are that item; a path is another file by now.
        if let other = aliases[alias], alias.hasPrefix("content:") { return join(own, to: other) }
        join(alias, to: own)
    }

    private mutating func join(_ name: String, to own: String) {
        // An item has the contents that are played there now.
        let isContent = name.hasPrefix("content:")
        let known = contents(of: own)
        if isContent { drop(known) }
        if isContent || own.hasPrefix("content:") || !known.isEmpty { drop(contents(of: name)) }
        if let point = points.removeValue(forKey: name),
            points[own].map({ $0.at < point.at }) ?? true
        {
            points[own] = point
            points[own]?.item = own
        }
        for (alias, target) in aliases where target == name { aliases[alias] = own }
        aliases[name] = own
    }

    private func contents(of own: String) -> [String] {
        aliases.filter { $0.value == own && $0.key.hasPrefix("content:") }.map(\.key)
    }

    private mutating func drop(_ names: [String]) {
        for name in names { aliases[name] = nil }
    }

    /// Keeps a point with the contents that it is for, since another item has its name.
    mutating func replaced(_ item: String, _ point: ResumePoint, _ contents: [String]) {
        guard point.item == item else {
            aliases[item] = nil
            return
        }
        for key in contents { aliases[key] = nil }
        points[item] = nil
        guard let key = contents.first else { return }
        points[key] = point
        points[key]?.item = key
    }

    /// An item is gone.
    mutating func unavailable(_ item: String) { points[own(item)] = nil }
}
