// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

struct ImportBatch {
    typealias Point = (line: Int?, snapshot: Snapshot, device: String?)

    /// The time to live in seconds from the observation of each point.
    let ttl: Int
    let name: String
    let anyway: Bool
    private(set) var lines = 0
    private(set) var points: [Point] = []

    /// Adds points from the next lines until the batch is full; returns false after the last line.
    mutating func fill(from reader: inout LineReader) throws(Failure) -> Bool {
        while !isFull {
            guard let line = try reader.next() else { return false }
            try add(line)
        }
        return true
    }

    var isFull: Bool { points.count >= CallLimit.snapshots.value }

    private mutating func add(_ line: [UInt8]) throws(Failure) {
        lines += 1
        guard line.contains(where: { $0 > 0x20 }) else { return }
        do {
            add(try snapshot(of: line), in: lines, device: JSONValue.parse(line)?["device"]?.string)
        } catch {
            throw Failure(.badValue, "\(place(lines)): \(error)")
        }
    }

    /// Adds a snapshot that was observed on `device`.
    ///
    /// `line` is the number of its line in the file; `nil` for an entry of mpv.
    mutating func add(_ snapshot: Snapshot, in line: Int? = nil, device: String? = nil) {
        points.append((line, snapshot, device))
    }

    mutating func take() -> ImportBatch {
        let full = self
        points = []
        return full
    }

    /// The results up to the first error, each with the device that observed the point.
    typealias Results = (saved: [(SaveResult, String?)], error: (any Error)?)

    func save(with client: StateClient) async -> Results {
        await save(CallLimit.snapshots.parts(of: points) { $0.snapshot.json.count }, with: client)
    }

    private func save(_ parts: [ArraySlice<Point>], with client: StateClient) async -> Results {
        var all: Results = ([], nil)
        for part in parts where all.error == nil {
            let results = await save(part, with: client)
            all = (all.saved + results.saved, results.error)
        }
        return all
    }

    /// Saves points in one call.
    ///
    /// If a point is invalid or the daemon disconnects, each half is saved separately. This finds
    /// the invalid line, and also works if the daemon accepts only smaller messages.
    private func save(_ part: ArraySlice<Point>, with client: StateClient) async -> Results {
        do {
            let results = try await client.saveMany(part.map(\.snapshot), anyway: anyway)
            return (Array(zip(results, part.map(\.device))), nil)
        } catch {
            switch error {
            case .invalid where part.count > 1, .disconnected where part.count > 1:
                let half = part.count / 2
                return await save([part.prefix(half), part.dropFirst(half)], with: client)
            case .invalid(let field, let reason):
                let member = field.split(separator: ".").last ?? ""
                let place = part.first?.line.map(place) ?? part.first?.snapshot.item.visible ?? ""
                return ([], Failure(.badValue, "\(place): \(member): \(reason.visible)"))
            default: return ([], error)
            }
        }
    }

    private func snapshot(of line: [UInt8]) throws(JSONError) -> Snapshot {
        var snapshot = try Snapshot(json: line)
        if snapshot.status == .playing { snapshot.status = .paused }
        snapshot.ttl = ttl
        return snapshot
    }

    private func place(_ line: Int) -> String {
        "\(name.visible): line \(line)"
    }
}

extension Failure {
    /// Returns the failure of an import with a sentence about what was imported before.
    func after(_ tally: ImportTally) -> Failure {
        guard tally.total > 0 || status == .badValue else { return self }
        let before =
            tally.total > 0 ? "before that, \(tally.sentence(own: nil))" : "nothing was imported"
        return Failure(status, "\(message); \(before)", name: name)
    }
}

struct ImportTally {
    /// The number of points that were not saved because their items were cleared or finished later.
    private(set) var removed = 0
    /// The number of saved points, by the device that observed them.
    private(set) var devices: [String: Int] = [:]
    private var saved = 0
    private var cleared = 0
    private var quarantined = 0
    private var ignored: [OutcomeReason?: Int] = [:]

    /// Adds results, and then throws the error that followed them, if any.
    mutating func add(_ results: ImportBatch.Results) throws {
        for (result, device) in results.saved {
            switch result.outcome {
            case .saved:
                saved += 1
                if let device { devices[device, default: 0] += 1 }
            case .cleared: cleared += 1
            case .quarantined: quarantined += 1
            case .ignored where result.removedAt != nil: removed += 1
            case .ignored: ignored[result.reason, default: 0] += 1
            }
        }
        if let error = results.error { throw error }
    }

    var total: Int {
        saved + cleared + quarantined + ignored.values.reduce(0, +) + removed
    }

    /// Returns a sentence such as `imported 90 of 95 resume points; ignored 1 stale, 4 expired`.
    ///
    /// `own` is the name of this device, to which all saved points belong now; `nil` if unknown.
    func sentence(own: String?) -> String {
        var text = "imported \(saved) of \(HealthReport.count(total, "resume point"))"
        let reasons = (OutcomeReason.allCases.map(Optional.some) + [nil]).compactMap { reason in
            ignored[reason].map { "\($0) \(reason?.rawValue ?? "for another reason")" }
        }
        if !reasons.isEmpty { text += "; ignored \(reasons.joined(separator: ", "))" }
        if cleared > 0 { text += "; cleared \(cleared)" }
        if quarantined > 0 { text += "; quarantined \(quarantined)" }
        if removed > 0 {
            let (items, them) = removed == 1 ? ("item was", "it") : ("items were", "them")
            text +=
                "; skipped \(removed) whose \(items) cleared or finished later; "
                + "use --anyway to save \(them)"
        }
        let foreign = own.map { devices.values.reduce(0, +) - devices[$0, default: 0] } ?? 0
        if foreign > 0, let own {
            let verb = foreign == 1 ? "belongs" : "belong"
            text += "; \(foreign) of other devices now \(verb) to \(own.visible)"
        }
        return text
    }

    var json: [UInt8] {
        RawJSON.object([
            "saved": .int(saved), "cleared": .int(cleared),
            "ignored": .int(ignored.values.reduce(0, +) + removed),
            "quarantined": .int(quarantined), "removed": .int(removed),
        ])
    }
}
