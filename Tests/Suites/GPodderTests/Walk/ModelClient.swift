// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Varlink

@testable import GPodder

/// A podcast client as a value, with what the real one keeps and does.
struct ModelClient {
    /// The clients that differ in what they keep.
    enum Kind: CaseIterable {
        case antennaPod, antennaPodNextcloud, kasts, gPodder, gnomePodcasts, cardo, merlin
    }

    /// The place of an episode, with its time.
    struct Place: Equatable {
        var position: Int
        var at: Int
    }

    let kind: Kind
    /// The name by which it signs in.
    let name: String
    /// The name that it gives its device, as others do, too.
    let device: String
    /// True for a client that only listens.
    var isSilent = false
    /// The difference of its clock to the right time.
    var clockError = 0
    /// The cursor or time that it sends next.
    var cursor = 0
    /// The actions that were not uploaded, `nil` for what is none.
    var queue: [EpisodeAction?] = []
    /// The places of episodes.
    var places: [String: Place] = [:]
    /// The actions that it has received or made, by ``key(of:at:)``.
    var received: Set<String> = []
    /// True if a sync failed or the log was replaced: repeated actions are no fault then.
    var isExcused = false

    init(_ kind: Kind, name: String, device: String) {
        (self.kind, self.name, self.device) = (kind, name, device)
    }

    /// The name of an action for comparisons: each play has a position of its own.
    static func key(of action: EpisodeAction, at: Int) -> String {
        action.position.map { "play \($0)" } ?? "\(action.kind) \(action.episode) \(at)"
    }

    /// Returns the number that it keeps after a whole sync.
    func next(_ answered: Int, uploaded: Int?, began: Int, now: Int) -> Int {
        switch kind {
        case .antennaPod: uploaded ?? answered
        case .antennaPodNextcloud: uploaded == nil ? answered : now + clockError
        case .kasts: (uploaded ?? answered) + 1
        case .gPodder, .merlin: answered
        case .gnomePodcasts: began + clockError
        case .cardo: now + clockError
        }
    }

    /// True if it uploads even nothing.
    var alwaysUploads: Bool { kind == .cardo }
    /// True if it keeps its cursor before it uploads.
    var keepsCursorFirst: Bool { [.kasts, .gPodder, .merlin].contains(kind) }
    /// True if it asks on while there is more.
    var asksOn: Bool { kind == .kasts }

    /// Applies a page.
    mutating func apply(_ actions: [ServedAction]) {
        for served in actions {
            let episode = served.action.episode
            received.insert(Self.key(of: served.action, at: served.at))
            if kind == .cardo, served.position != nil {
                // It sends back what it receives.
                var echo = served.action
                (echo.timestamp, echo.device) = (served.at, device)
                queue.append(echo)
            }
            guard let position = served.position else { continue }
            let queued = queue.contains { own in
                own?.episode == episode && own?.place != nil && own?.position != position
                    && own?.timestamp ?? 0 > served.at
            }
            switch kind {
            case .merlin, .cardo: break
            case .gPodder, .gnomePodcasts:
                if let place = places[episode], place.at > served.at { continue }
            case .antennaPod, .antennaPodNextcloud, .kasts:
                let newest = actions.filter { $0.action.episode == episode && $0.position != nil }
                    .map(\.at).max()
                if queued || newest != served.at { continue }
            }
            places[episode] = Place(position: position, at: served.at)
        }
    }
}
