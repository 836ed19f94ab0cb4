// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

/// A batch of points from a file, sent to the daemon together.
struct ImportBatch {
    /// The limits of a batch: it is saved in a few milliseconds, so that no other client has to
    /// wait.
    ///
    /// A line has a few KiB at most.
    private static let mostBytes = 32 * 1024
    private static let mostLines = 200

    private let ttl: Int
    private let name: String
    private var lines = 0
    private var bytes = 0
    private var points: [(line: Int, snapshot: Snapshot)] = []

    /// Creates a batch for the file `name`; points live for `ttl` seconds from their observation.
    init(ttl: Int, name: String) {
        self.ttl = ttl
        self.name = name
    }

    /// True if the batch should be saved before more is added.
    var isFull: Bool {
        points.count >= Self.mostLines || bytes >= Self.mostBytes
    }

    /// Adds the point in a line; an empty line has none.
    mutating func add(_ line: [UInt8]) throws(Failure) {
        lines += 1
        guard line.contains(where: { $0 > 0x20 }) else { return }
        do {
            points.append((lines, try snapshot(of: line)))
        } catch {
            throw Failure(.badValue, "\(place(lines)): \(error)")
        }
        bytes += line.count
    }

    /// Saves the points and empties the batch.
    mutating func save(with client: StateClient) async throws -> [SaveResult] {
        guard !points.isEmpty else { return [] }
        let batch = points
        points = []
        bytes = 0
        do {
            return try await client.saveMany(batch.map(\.snapshot))
        } catch {
            guard case .invalid = error else { throw error }
        }
        return try await save(batch, with: client)
    }

    /// Saves points one by one, to find the line at fault.
    private func save(
        _ batch: [(line: Int, snapshot: Snapshot)],
        with client: StateClient
    ) async throws -> [SaveResult] {
        var results: [SaveResult] = []
        for point in batch {
            do {
                results.append(try await client.save(point.snapshot))
            } catch {
                guard case .invalid(let field, let reason) = error else { throw error }
                throw Failure(.badValue, "\(place(point.line)): \(field): \(reason.visible)")
            }
        }
        return results
    }

    /// Returns the snapshot in a line, which has the members of a resume point.
    ///
    /// A playing item becomes a paused one: nothing plays during an import.
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

/// The outcomes of an import.
struct ImportTally {
    private var saved = 0
    private var cleared = 0
    private var quarantined = 0
    private var ignored: [OutcomeReason?: Int] = [:]

    /// Adds some results.
    mutating func add(_ results: [SaveResult]) {
        for result in results {
            switch result.outcome {
            case .saved: saved += 1
            case .cleared: cleared += 1
            case .quarantined: quarantined += 1
            case .ignored: ignored[result.reason, default: 0] += 1
            }
        }
    }

    /// The text for a person: `imported 90 of 95 resume points; ignored 4 expired, 1 stale`.
    var sentence: String {
        let passedOver = ignored.values.reduce(0, +)
        let total = saved + cleared + quarantined + passedOver
        var text = "imported \(saved) of \(HealthReport.count(total, "resume point"))"
        let reasons = (OutcomeReason.allCases.map(Optional.some) + [nil]).compactMap { reason in
            ignored[reason].map { "\($0) \(reason?.rawValue ?? "for another reason")" }
        }
        if !reasons.isEmpty { text += "; ignored \(reasons.joined(separator: ", "))" }
        if cleared > 0 { text += "; cleared \(cleared)" }
        if quarantined > 0 { text += "; quarantined \(quarantined)" }
        return text
    }

    /// The object for programs: the outcomes of the interface, with their numbers.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        let counts = [
            ("saved", saved), ("cleared", cleared), ("ignored", ignored.values.reduce(0, +)),
            ("quarantined", quarantined),
        ]
        for (outcome, count) in counts {
            writer.key(string: outcome)
            writer.int(count)
        }
        writer.endObject()
        return writer.bytes
    }
}
