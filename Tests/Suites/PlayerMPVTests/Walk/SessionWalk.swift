// SPDX-License-Identifier: Apache-2.0
import PlayerMPV
import StateModel
import StateTesting
import Synchronization

/// Random sessions of a player on one disk, and the places that they must leave behind.
///
/// The model knows each film by its contents. It has three rules: a person's choice counts, playing
/// counts, and nothing else does.
struct SessionWalk {
    /// The differences between the model and what happened.
    private(set) var differences: [String] = []

    private var random: FuzzRandom
    private let fault: WalkFault?
    private let disk = WalkDisk()
    private var daemon = DaemonModel()
    private var now = 1_000_000_000
    /// The place to which each film has to come back, in seconds.
    private var places: [Int: Double] = [:]
    /// The place at which the film was left that an opening must not overwrite yet.
    private var held: Double?
    private var steps: [String] = []

    private static let paths = ["/v/a.mkv", "/v/b.mkv", "/v/c.mkv"]
    /// The distance from the model that a jump may have, in seconds.
    private static let tolerance = 2.0

    /// Creates a walk with films on its disk.
    init(seed: UInt64, fault: WalkFault? = nil) {
        random = FuzzRandom(seed: seed)
        self.fault = fault
        for (number, path) in Self.paths.enumerated() {
            disk.state.withLock { $0.films[path] = Film(number: number) }
        }
    }

    /// Plays a session: one or two files, from the start of mpv to its end.
    mutating func play() {
        steps = []
        rearrange()
        var player = PlayerModel(random, daemon, disk, now: now, fault)
        let files = chance(3) ? 2 : 1
        for number in 1...files {
            watch(&player, isLast: number == files)
        }
        if player.isSentBeyond { differ("sent beyond the end") }
        (random, daemon, now) = (player.random, player.daemon, player.now + 10_000)
        for refused in daemon.refused { differ(refused) }
        check()
    }

    private mutating func chance(_ one: Int) -> Bool {
        Int.random(in: 0..<one, using: &random) == 0
    }

    private mutating func differ(_ text: String) {
        differences.append("\(text) after \(steps.joined(separator: ", "))")
    }

    /// Moves files to other names, so that names stand for other films.
    private mutating func rearrange() {
        guard chance(4) else { return }
        let paths = Self.paths.shuffled(using: &random)
        disk.state.withLock { state in
            let films = state.films
            state.films[paths[0]] = films[paths[1]]
            state.films[paths[1]] = films[paths[0]]
        }
        steps.append("swap \(paths[0]) \(paths[1])")
    }

    /// Compares the places of all films with the model.
    private mutating func check() {
        for film in disk.state.withLock(\.films.values) where seen.contains(film.number) {
            let kept = daemon.position(of: film.key)
            let place = places[film.number]
            let agrees =
                if let kept, let place { abs(kept - place) <= Self.tolerance } else {
                    kept == nil && place ?? 0 < 1
                }
            if !agrees { differ("\(film.number) is at \(kept as Any), not \(place as Any)") }
        }
    }

    /// The films whose contents are known.
    private var seen: Set<Int> = []
}

// MARK: - A file in a session

extension SessionWalk {
    private mutating func watch(_ player: inout PlayerModel, isLast: Bool) {
        player.random = random
        defer { random = player.random }
        let path = Self.paths.randomElement(using: &random) ?? ""
        guard let film = disk.state.withLock({ $0.films[path] }) else { return }
        if chance(12) { return openAway(&player, path) }
        let wish = chance(8) ? (chance(2) ? "none" : "\(Int(film.length / 3))") : nil
        player.random = random
        player.open(path, start: wish)
        steps.append("open \(path) (\(film.number)) \(wish ?? "")")
        random = player.random
        let stored = places[film.number] ?? 0
        if wish == nil, chance(6) {
            player.jump(to: film.length / 2, byKey: false)
            steps.append("script")
        }
        let wanted =
            wish.map { Double($0) ?? 0 } ?? (stored < 1 ? nil : stored)
            ?? (steps.last == "script" ? film.length / 2 : 0)
        if abs(player.position - wanted) > Self.tolerance {
            differ("\(film.number) opens at \(player.position), not \(wanted)")
        }
        held = wish == "none" && stored >= 1 ? stored : nil
        player.play(5)
        seen.insert(film.number)
        reach(player.position, of: film, from: 0)
        for _ in 0..<Int.random(in: 0..<5, using: &random) { step(&player, film, path) }
        end(&player, film, isLast: isLast)
    }

    /// Notes that a film was played up to a position.
    private mutating func reach(_ position: Double, of film: Film, from start: Double) {
        if let held, position < held, position - start < min(600, film.length / 10) { return }
        held = nil
        places[film.number] = position
    }

    /// Opens a file while its disk is away.
    private mutating func openAway(_ player: inout PlayerModel, _ path: String) {
        disk.state.withLock { $0.isMounted = false }
        player.open(path, start: nil)
        disk.state.withLock { $0.isMounted = true }
        steps.append("away \(path)")
    }

    private mutating func step(_ player: inout PlayerModel, _ film: Film, _ path: String) {
        let rest = film.length - 60 - player.position
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
            guard rest > 10 else { return }
            let time = Double.random(in: 3..<min(200, rest), using: &random)
            player.play(time)
            steps.append("play \(Int(time))")
            reach(player.position, of: film, from: 0)
        case 2, 3:
            let place = Double.random(in: 5..<film.length - 5, using: &random).rounded()
            let byKey = chance(4) ? false : true
            player.jump(to: place, byKey: byKey)
            steps.append("\(byKey ? "key" : "jump") \(Int(place))")
            held = nil
            places[film.number] = place
        default:
            guard held == nil else { return }
            let isKnown = player.daemon.position(of: film.key) != nil
            let place =
                isKnown && chance(2)
                ? Double.random(in: 5..<film.length - 60, using: &random) : nil
            player.pause(5) { daemon, now in
                if let place { daemon.hears(of: film.key, at: place, now: now) }
            }
            steps.append("pause \(place.map { Int($0) } ?? 0)")
            places[film.number] = max(place ?? 0, places[film.number] ?? 0)
            if abs(player.position - (places[film.number] ?? 0)) > Self.tolerance {
                differ("goes on at \(player.position)")
            }
        }
    }

    private mutating func end(_ player: inout PlayerModel, _ film: Film, isLast: Bool) {
        let isSeen = player.position > film.length - min(film.length / 20, 300)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            player.play(film.length - player.position, isQuick: true)
            player.reachEnd()
            steps.append("end")
            places[film.number] = nil
            held = nil
        case 1 where player.position < film.length - 40:
            disk.state.withLock { $0.isMounted = false }
            player.reachEnd()
            disk.state.withLock { $0.isMounted = true }
            steps.append("unmount")
        case 2 where isLast:
            player.kill()
            steps.append("kill")
            if isSeen, held == nil { places[film.number] = nil }
        default:
            player.close(isLast ? .quit : .stop)
            steps.append(isLast ? "quit" : "next")
            if isSeen, held == nil { places[film.number] = nil }
        }
    }
}
