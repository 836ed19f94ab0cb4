// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Varlink

@testable import GPodder

/// A server and its clients, which do what chance chooses; it records each broken promise.
struct ModelWorld {
    private static let episodes = (1...5).map { "https://media.example/\($0).mp3" }

    private var random: FuzzRandom
    private let hasMishaps: Bool
    private let hasWrongClocks: Bool
    private(set) var server: ModelServer
    private(set) var clients: [ModelClient]
    /// The right time.
    private var now = 1_790_000_000
    private var positions = 0
    private var times: Set<Int> = []
    /// The promises that were broken.
    private(set) var problems: Set<String> = []

    init(seed: UInt64, _ fault: Fault?) {
        random = FuzzRandom(seed: seed)
        hasMishaps = seed % 3 != 0
        hasWrongClocks = seed % 2 == 0
        server = ModelServer(fault)
        clients = ModelClient.Kind.allCases.map { kind in
            ModelClient(kind, name: "\(kind)", device: "device")
        }
        // Three devices that share a password: two that keep no cursor of an upload, and a listener.
        clients += [ModelClient.Kind.gPodder, .gPodder, .kasts].map { kind in
            var client = ModelClient(kind, name: "shared", device: "device")
            client.isSilent = kind == .kasts
            return client
        }
    }

    /// Runs for a number of steps, and then lets everything come to rest.
    mutating func run(steps: Int) {
        for _ in 0..<steps { step() }
        now += 10 * 86_400
        for _ in 0..<40 {
            for index in clients.indices {
                clients[index].clockError = 0
                sync(index, mishaps: false)
            }
            now += 60
        }
        checkEnd()
    }

    private mutating func chance(_ parts: Int) -> Bool {
        Int.random(in: 0..<parts, using: &random) == 0
    }

    private mutating func step() {
        // Many requests of one second, and now and then a long pause.
        now +=
            chance(10)
            ? Int.random(in: 0..<200_000, using: &random) : Int.random(in: 0..<3, using: &random)
        let index = Int.random(in: clients.indices, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: act(index)
        case 8..<16: sync(index, mishaps: hasMishaps)
        case 16: arriveFromElsewhere()
        case 17 where hasMishaps: server.restart()
        case 18 where hasMishaps && chance(4):
            server.restore(to: Int.random(in: 0...server.events.count, using: &random), &random)
            for index in clients.indices { clients[index].isExcused = true }
        case 19 where hasWrongClocks && !clients[index].isSilent:
            clients[index].clockError = Int.random(in: -900_000...900_000, using: &random)
            clients[index].isExcused = true
        default: break
        }
    }

    /// Returns an action of an episode at a time.
    private mutating func action(at time: Int?, device: String) -> EpisodeAction? {
        let episode = Self.episodes.randomElement(using: &random) ?? ""
        var members: [(String, JSONValue)] = [
            ("podcast", "https://feeds.example/a"), ("episode", .string(episode)),
            ("device", .string(device)),
        ]
        if let time { members.append(("timestamp", .string(ActionTime.text(time)))) }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: members.append(("action", "flattr"))
        case 1: members += [("action", "play"), ("position", -1), ("total", -1), ("started", -1)]
        case 2: members.append(("action", "DELETE"))
        case 3: members.append(("action", "new"))
        default:
            // Each play has a position of its own; many jump back.
            positions += 1
            let position = JSONValue.int(positions * 7_919 % 999_983)
            members += [("action", "play"), ("position", position), ("total", 1_000_000)]
        }
        return EpisodeAction(
            json: .object(members.map { JSONMember(key: $0.0, value: $0.1) })
        )
    }

    private mutating func act(_ index: Int) {
        guard !clients[index].isSilent else { return }
        let time = unusedTime(now + clients[index].clockError)
        let action = action(at: time, device: clients[index].device)
        clients[index].queue.append(action)
        guard let action, let place = action.place else { return }
        clients[index].places[action.episode] = .init(position: place.position, at: time)
    }

    /// Returns a time at which nothing else was done: clients differ in what they make of that.
    private mutating func unusedTime(_ time: Int) -> Int {
        var time = time
        while !times.insert(time).inserted {
            (time, now) = (time + 1, max(now, time + 1))
        }
        return time
    }

    /// Another daemon's web server had the action, some time ago.
    private mutating func arriveFromElsewhere() {
        let time = unusedTime(now - Int.random(in: 0..<500_000, using: &random))
        guard let action = action(at: time, device: "device") else { return }
        let namesake = clients.randomElement(using: &random)?.name ?? ""
        let name = server.fault == .namesAreIdentities ? namesake : "elsewhere"
        server.append(action, of: name, now: now)
    }
}

// MARK: - A sync

extension ModelWorld {
    private mutating func mishap(_ isPossible: Bool) -> ModelServer.Mishap? {
        guard isPossible, chance(6) else { return nil }
        return ModelServer.Mishap.allCases.randomElement(using: &random)
    }

    private mutating func sync(_ index: Int, mishaps: Bool) {
        let began = now
        let sent = clients[index].cursor
        let isClock = [.gnomePodcasts, .cardo, .antennaPodNextcloud].contains(clients[index].kind)
        var answered = sent
        for _ in 0..<50 {
            let former = server.saved[clients[index].name]
            guard let answer = server.get(answered, clients[index], now: now, mishap(mishaps))
            else {
                clients[index].isExcused = true
                return
            }
            // A clock that did not go on looks like a lost reply, and may by chance be a cursor.
            let isCursor =
                former?.marks.contains { [$0.cursor, $0.cursor + 1].contains(sent) } ?? false
            let isStill = isClock && (sent <= former?.since ?? 0 || isCursor)
            if isStill { clients[index].isExcused = true }
            check(answer, clients[index], former)
            clients[index].apply(answer.actions)
            answered = answer.cursor
            guard clients[index].asksOn, answer.cursor < now - 10, !answer.actions.isEmpty else {
                break
            }
            answered += 1
        }
        if clients[index].keepsCursorFirst {
            clients[index].cursor = clients[index].next(
                answered,
                uploaded: nil,
                began: began,
                now: now
            )
        }
        now += Int.random(in: 0..<2, using: &random)
        guard let uploaded = upload(index, mishaps) else {
            clients[index].isExcused = true
            return
        }
        clients[index].cursor = clients[index].next(
            answered,
            uploaded: uploaded.cursor,
            began: began,
            now: now
        )
        // A repetition has its pages, too.
        if server.saved[clients[index].name]?.given == server.events.count {
            clients[index].isExcused = false
        }
    }

    /// Uploads what waits; returns `nil` if that fails.
    private mutating func upload(_ index: Int, _ mishaps: Bool) -> (cursor: Int?, Void)? {
        let client = clients[index]
        guard !client.queue.isEmpty || client.alwaysUploads else { return (nil, ()) }
        let cursor = server.post(client.queue, client, now: now, mishap(mishaps))
        let keys = Dictionary(server.events.map { ($0.actionID, $0.key) }) { $1 }
        let stored = Set(keys.values)
        var isStored = true
        for action in client.queue.compactMap(\.self) {
            // What comes back at the time that it counts as is known by that.
            let echo = ModelClient.key(of: action, at: action.timestamp ?? 0)
            if let key = keys[action.id(at: 0)] ?? (stored.contains(echo) ? echo : nil) {
                clients[index].received.insert(key)
            } else {
                isStored = false
            }
        }
        guard let cursor else { return nil }
        if !isStored { problems.insert("an acknowledged action is not stored") }
        clients[index].queue = []
        return (cursor, ())
    }
}

// MARK: - Checks

extension ModelWorld {
    private mutating func check(
        _ answer: (actions: [ServedAction], cursor: Int),
        _ client: ModelClient,
        _ former: ClientCursor?
    ) {
        let keys = answer.actions.map { ModelClient.key(of: $0.action, at: $0.at) }
        if Set(keys).count < keys.count { problems.insert("an action is in a page twice") }
        if !(2...Int(Int32.max)).contains(answer.cursor) || abs(answer.cursor - now) > 200_000 {
            problems.insert("a cursor is no time near the clock")
        }
        for action in answer.actions {
            if action.at > now { problems.insert("an action is in the future") }
            if action.action.kind == .play, action.position ?? 0 < 1 {
                problems.insert("a play has no place")
            }
        }
        guard !client.isExcused else { return }
        let own = Set(server.events.filter { $0.client == client.name }.map(\.key))
        for (index, key) in keys.enumerated()
        where client.received.contains(key) && !own.contains(key) {
            let episode = answer.actions[index].action.episode
            let isWinner = answer.actions[..<index].contains {
                $0.action.episode == episode && $0.position != nil
            }
            guard !isWinner, !hasUselessPlay(of: episode) else { continue }
            problems.insert("an action is repeated")
        }
        let isAlone = server.events.dropFirst(former?.given ?? 0).allSatisfy {
            $0.client == client.name
        }
        if former != nil, isAlone, !keys.isEmpty, own.isSuperset(of: keys),
            ![.gPodder, .merlin].contains(client.kind), client.name != "shared"
        {
            problems.insert("own actions come back")
        }
    }

    /// A play without a place is not sent, but the place before it is.
    private func hasUselessPlay(of episode: String) -> Bool {
        server.events.contains {
            $0.action.episode == episode && $0.action.kind == .play && $0.action.place == nil
        }
    }

    /// Checks what everything came to.
    private mutating func checkEnd() {
        var newest: [String: String] = [:]
        var winners: [String: (at: Int, clock: Int, position: Int)] = [:]
        var plays: [Int: Int] = [:]
        for event in server.events {
            let action = event.action
            let episode = action.episode
            if action.kind != .play {
                newest["\(action.kind) \(episode)"] = event.key
            }
            guard let place = action.place else { continue }
            plays[place.position, default: 0] += 1
            let at = min(action.timestamp ?? event.arrivedAt, event.arrivedAt)
            let play = (at, action.timestamp ?? at, place.position)
            if winners[episode] ?? (0, 0, 0) < play { winners[episode] = play }
        }
        if plays.values.contains(where: { $0 > 1 }) {
            problems.insert("a play is stored twice")
        }
        let wanted = Set(newest.values).union(winners.values.map { "play \($0.position)" })
        for client in clients {
            if !wanted.isSubset(of: client.received) {
                problems.insert("an action is lost")
            }
            if !client.queue.compactMap(\.self).isEmpty { problems.insert("an upload never ends") }
            // Cardo puts what it receives before what it did itself.
            guard !hasWrongClocks, client.kind != .cardo else { continue }
            for (episode, place) in winners where client.places[episode]?.position != place.position
            {
                problems.insert("a client is at another place")
            }
        }
    }
}
