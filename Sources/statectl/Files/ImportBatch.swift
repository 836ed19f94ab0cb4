// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateModel
import Varlink

/// Resume points from a file that are sent to the daemon together.
struct ImportBatch {
    private typealias Point = (line: Int?, snapshot: Snapshot, device: String?)

    private let ttl: Int
    private let name: String
    private let anyway: Bool
    private var lines = 0
    private var points: [Point] = []

    /// Creates a batch for the file `name`.
    ///
    /// - Parameters:
    ///   - ttl: The time to live from the observation, in seconds.
    ///   - name: The name of the file, for messages.
    ///   - anyway: True to save points that were cleared or finished later.
    init(ttl: Int, name: String, anyway: Bool) {
        self.ttl = ttl
        self.name = name
        self.anyway = anyway
    }

    /// Adds the resume points of further lines until the batch is full; returns false after the
    /// last line.
    mutating func fill(from reader: inout LineReader) throws(Failure) -> Bool {
        while !isFull {
            guard let line = try reader.next() else { return false }
            try add(line)
        }
        return true
    }

    /// True if the batch must be saved before further points are added.
    var isFull: Bool { points.count >= CallLimit.snapshots.value }

    /// Adds the resume point in a line; an empty line contains none.
    private mutating func add(_ line: [UInt8]) throws(Failure) {
        lines += 1
        guard line.contains(where: { $0 > 0x20 }) else { return }
        do {
            add(try snapshot(of: line), in: lines, device: JSONValue.parse(line)?["device"]?.string)
        } catch {
            throw Failure(.badValue, "\(place(lines)): \(error)")
        }
    }

    /// Adds a snapshot that a line of a file or, without `line`, mpv's entry contains; `device` is
    /// the device that observed it.
    mutating func add(_ snapshot: Snapshot, in line: Int? = nil, device: String? = nil) {
        points.append((line, snapshot, device))
    }

    /// Removes and returns the points as a batch of their own.
    mutating func take() -> ImportBatch {
        let full = self
        points = []
        return full
    }

    /// Saves the resume points; returns each result with the device that observed the point.
    func save(with client: StateClient) async throws -> [(SaveResult, String?)] {
        var results: [(SaveResult, String?)] = []
        let parts = CallLimit.snapshots.parts(of: points) { $0.snapshot.json.count }
        for part in parts { results += try await save(part, with: client) }
        return results
    }

    /// Saves points in one call.
    ///
    /// If it fails, saves each half separately, to find the faulty line, or because the daemon's
    /// limit on messages is lower than usual.
    private func save(
        _ part: ArraySlice<Point>,
        with client: StateClient
    ) async throws -> [(SaveResult, String?)] {
        do {
            let results = try await client.saveMany(part.map(\.snapshot), anyway: anyway)
            return Array(zip(results, part.map(\.device)))
        } catch {
            switch error {
            case .invalid where part.count > 1, .disconnected where part.count > 1:
                let half = part.count / 2
                return try await save(part.prefix(half), with: client)
                    + save(part.dropFirst(half), with: client)
            case .invalid(let field, let reason):
                let member = field.split(separator: ".").last ?? ""
                let place = part.first?.line.map(place) ?? part.first?.snapshot.item.visible ?? ""
                throw Failure(.badValue, "\(place): \(member): \(reason.visible)")
            default: throw error
            }
        }
    }

    /// Parses a line with the members of a resume point into a snapshot.
    ///
    /// The status `playing` becomes `paused`.
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
    /// The number of points that were omitted because their items were cleared or finished later.
    private(set) var removed = 0
    /// The number of saved points, by the device that observed them.
    private(set) var devices: [String: Int] = [:]
    private var saved = 0
    private var cleared = 0
    private var quarantined = 0
    private var ignored: [OutcomeReason?: Int] = [:]

    /// Adds results, each with the device that observed the point.
    mutating func add(_ results: [(SaveResult, String?)]) {
        for (result, device) in results {
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
    }

    /// Returns the text for the user: `imported 90 of 95 resume points; ignored 4 expired, 1
    /// stale`.
    ///
    /// - Parameter own: The name of this device, which now has all the points; `nil` if unknown.
    /// - Returns: The text.
    func sentence(own: String?) -> String {
        let passedOver = ignored.values.reduce(0, +)
        let total = saved + cleared + quarantined + passedOver + removed
        var text = "imported \(saved) of \(HealthReport.count(total, "resume point"))"
        let reasons = (OutcomeReason.allCases.map(Optional.some) + [nil]).compactMap { reason in
            ignored[reason].map { "\($0) \(reason?.rawValue ?? "for another reason")" }
        }
        if !reasons.isEmpty { text += "; ignored \(reasons.joined(separator: ", "))" }
        if cleared > 0 { text += "; cleared \(cleared)" }
        if quarantined > 0 { text += "; quarantined \(quarantined)" }
        if removed > 0 {
            text += "; skipped \(removed) that were cleared or finished since: --anyway saves them"
        }
        let foreign = own.map { devices.values.reduce(0, +) - devices[$0, default: 0] } ?? 0
        if foreign > 0, let own {
            text += "; \(foreign) of other devices now belong to \(own.visible)"
        }
        return text
    }

    /// The result as JSON: the number of each outcome, and the number of points omitted because
    /// their items were cleared or finished later.
    var json: [UInt8] {
        RawJSON.object([
            "saved": .int(saved), "cleared": .int(cleared),
            "ignored": .int(ignored.values.reduce(0, +) + removed),
            "quarantined": .int(quarantined), "removed": .int(removed),
        ])
    }
}
