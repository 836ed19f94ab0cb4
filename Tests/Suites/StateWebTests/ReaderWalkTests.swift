// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateTesting
import Testing

@testable import StateWeb

/// Two readers of one name and a player that read, turn back, are offline and catch up, beside a
/// model of what each has seen.
@Suite struct `The place of a book` {
    /// A wrong way to judge a push.
    enum Fault: CaseIterable {
        case lastArrivalWins, furthestWins, zeroWins, ownPlaceIsAnothers, pullIsForgotten
        case pullIsOfEverybody, readingOnIsNotBelieved, readingOnIsBelievedAtOnce
        case readingOnLastsForEver, devicesAreKnownByName
        case lostSaveIsForgotten, lostSaveLastsForEver
    }

    @Test(arguments: 0..<20)
    func `after random requests, a book's place is the one that the model expects`(
        seed: UInt64
    ) {
        var walk = ReaderWalk(seed: seed, fault: nil)
        for step in 0..<400 {
            let isExpected = walk.step()
            #expect(isExpected, "step \(step)")
        }
    }

    @Test(arguments: Fault.allCases) func `the model detects each planted fault`(fault: Fault) {
        let isFound = (0..<20 as Range<UInt64>).contains { seed in
            var walk = ReaderWalk(seed: seed, fault: fault)
            return (0..<400).contains { _ in !walk.step() }
        }
        #expect(isFound)
    }
}

private struct ReaderWalk {
    private static let devices = ["phone", "tablet"].map {
        ReadingDevice(name: "crosspoint-reader", id: "1", client: $0)
    }

    private var random: FuzzRandom
    private let fault: `The place of a book`.Fault?
    private var now = Timestamp(1_700_000_000_000)
    private var count = 0
    /// The server: the newest row of each reader, and what each password has read.
    private var place: ReadingPlace?
    private var rows: [String: ReaderRow] = [:]
    private var pulled: [String: ReadingPlace] = [:]
    /// The model: each reader's last push if it counted, what it was shown, and since when it reads
    /// on behind another.
    private var last: [String: ReadingPlace] = [:]
    private var shown: [String: ReadingPlace] = [:]
    private var behind: [String: (first: Timestamp, last: Timestamp, fraction: Double)] = [:]
    private var former: ReadingPlace?
    private var movedAt = Timestamp.epoch
    /// The readers whose last push counted but was not saved, since the place moved last.
    private var unsaved: Set<String> = []

    init(seed: UInt64, fault: `The place of a book`.Fault?) {
        random = FuzzRandom(seed: seed)
        self.fault = fault
    }

    /// Takes a step; returns false if server and model differ.
    mutating func step() -> Bool {
        now += random.pick([1_000, 5_000, 30_000, 70_000, 600_000, 30_000_000])
        let device = random.pick(Self.devices)
        switch random.below(10) {
        case 0...1:
            shown[device.client] = place
            pulled[device.client] = place
            if fault == .pullIsOfEverybody {
                for other in Self.devices { pulled[other.client] = place }
            }
            return true
        case 2:
            // A player moves the place, or brings an older one back.
            move(to: random.once(in: 2) ? former : newPlace(Double(random.below(100)) / 100))
            return true
        default:
            let way = random.pick([-0.3, -0.1, 0, 0.001, 0.001, 0.01, 0.1])
            let fraction = (rows[device.client]?.reading?.fraction ?? 0.3) + way
            return push(random.once(in: 12) ? 0 : min(1, max(0, fraction)), by: device)
        }
    }

    private mutating func newPlace(_ fraction: Double) -> ReadingPlace? {
        count += 1
        return ReadingPlace(fraction: fraction, locator: "\(count)")
    }

    private mutating func move(to new: ReadingPlace?) {
        if place != new { former = place }
        (place, movedAt) = (new, now)
        unsaved = []
    }

    private mutating func push(_ fraction: Double, by device: ReadingDevice) -> Bool {
        let reading = newPlace(fraction)
        let push = ReaderPush(
            document: "d",
            fraction: fraction,
            locator: reading?.locator ?? "",
            device: device
        )
        let found = judged(push)
        let expected = counts(push)
        let isLost = random.once(in: 10)
        rows[device.client] = ReaderRow(push, at: now, behind: found, displaced: point)
        last[device.client] = expected ? reading : nil
        if expected { behind[device.client] = nil }
        if found == nil, !isLost { move(to: reading) }
        if expected, isLost { unsaved.insert(device.client) }
        return expected == (found == nil)
    }

    /// The resume point.
    private var point: ResumePoint? {
        var point = place.map { ReaderDecisionSamples.point($0) }
        point?.at = movedAt
        return point
    }

    /// Judges a push as the server does, with the fault.
    private func judged(_ push: ReaderPush) -> ReaderRow.Behind? {
        var shelf = ReaderShelf()
        shelf.point = point
        shelf.pulled = fault == .pullIsForgotten ? nil : pulled[push.device.client]
        shelf.rows = rows.values.map { row in
            var row = row
            switch fault {
            case .readingOnIsNotBelieved: row.behind?.at = now
            case .readingOnIsBelievedAtOnce: row.behind?.at = .epoch
            case .readingOnLastsForEver: row.at = now
            case .ownPlaceIsAnothers where row.behind == nil: row.reading = nil
            case .lostSaveIsForgotten: row.displaced = nil
            case .lostSaveLastsForEver where row.displaced != nil:
                row.displaced = point.map { .init(at: $0.at, reading: $0.reading) }
            case .devicesAreKnownByName: row.device.client = push.device.client
            default: break
            }
            return row
        }.sorted { $0.at > $1.at }
        let late = ReaderRow.Behind(at: now, fraction: push.fraction)
        switch fault {
        case .lastArrivalWins: return nil
        case .zeroWins where push.fraction == 0: return nil
        case .furthestWins: return push.fraction < place?.fraction ?? 0 ? late : nil
        default: return shelf.behind(push, now: now)
        }
    }

    /// Returns true if the place of a push should hold, by what its reader has seen.
    private mutating func counts(_ push: ReaderPush) -> Bool {
        let reader = push.device.client
        guard let place, let furthest = place.fraction, last[reader] != place,
            !unsaved.contains(reader)
        else { return true }
        if push.fraction > 0, push.fraction >= furthest || shown[reader] == place { return true }
        var run = behind[reader] ?? (now, now, push.fraction)
        if now - run.last > 21_600_000 || push.fraction < run.fraction || push.fraction == 0 {
            run = (now, now, push.fraction)
        }
        run.last = now
        behind[reader] = run
        return now - run.first >= 60_000 && push.fraction > run.fraction
    }
}
