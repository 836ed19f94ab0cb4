// SPDX-License-Identifier: Apache-2.0
import StateSync

/// A schedule on a clock of its own; rounds take no time unless a test says otherwise.
struct Timetable {
    var schedule: SyncSchedule
    /// Seconds since the beginning.
    private(set) var now = 0.0
    /// What was begun, as "second trigger+trigger".
    private(set) var rounds: [String] = []
    /// The seconds at which rounds were begun that send ticks.
    private(set) var sends: [Int] = []
    /// Whether rounds find the remote.
    var isReachable = true
    /// The time after each round until an entry may be tried again, in seconds; none if empty.
    var waits: [Int] = []
    /// Whether a test ends the rounds itself.
    var endsByHand = false

    init(needsNetwork: Bool = true, seed: UInt64 = 1) {
        var settings = SyncSchedule.Settings()
        settings.needsNetwork = needsNetwork
        schedule = SyncSchedule(settings, random: SyncRandom(seed: seed))
    }

    private var milliseconds: Int { Int((now * 1_000).rounded()) }

    /// Something happens now.
    mutating func happens(_ event: SyncSchedule.Event) {
        var triggers = schedule.event(event, now: milliseconds)
        while !triggers.isEmpty {
            let names = triggers.map(\.rawValue).sorted().joined(separator: "+")
            rounds.append("\(Int(now)) \(names)")
            if !schedule.keepsTicks { sends.append(Int(now)) }
            if endsByHand { return }
            let wait = waits.isEmpty ? nil : waits.removeFirst() * 1_000
            let ended = SyncSchedule.Event.ended(isSuccess: isReachable, retryIn: wait)
            triggers = schedule.event(ended, now: milliseconds)
        }
    }

    /// Time passes until that second; the schedule is woken when it asks for it.
    mutating func pass(until end: Double) {
        while let deadline = schedule.deadline, Double(deadline) / 1_000 <= end {
            now = max(now, Double(deadline) / 1_000)
            happens(.woke)
        }
        now = end
    }

    /// The seconds at which rounds were begun for that reason.
    func seconds(_ trigger: SyncSchedule.Trigger) -> [Int] {
        rounds.compactMap { line in
            let parts = line.split(separator: " ")
            let triggers = parts[1].split(separator: "+")
            return triggers.contains { $0 == trigger.rawValue } ? Int(parts[0]) : nil
        }
    }

    /// The times between rounds that follow one another, in seconds.
    var gaps: [Int] {
        let starts = rounds.compactMap { Int($0.prefix { $0 != " " }) }
        return zip(starts.dropFirst(), starts).map { $0 - $1 }
    }
}
