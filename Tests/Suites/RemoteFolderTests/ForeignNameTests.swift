// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import RemoteFolder
import StateModel
import StateTesting
import SyncModel
import SyncTesting
import Testing

/// Names of files in a shared folder, to which strangers can write.
@Suite struct `Numbers in the names of a folder's files` {
    private let folder: SharedFolderHarness
    private static let last = 1 << 56

    init() throws {
        folder = try SharedFolderHarness()
    }

    private func directory(_ device: UInt64) -> String {
        "\(folder.path)/devices/\(Origin(device: device, incarnation: 1))"
    }

    /// A position of "film", as the device's operation with that number.
    private func item(_ number: Int) -> RemoteRecord {
        let origin = Origin(device: 1, incarnation: 1)
        let stamp = Stamp(key: OrderKey(value: number), origin: origin)
        let point = SyncedPoint.paused(at: Double(number))
        let version = ItemVersion(
            key: SyncKey(kind: .point, name: "film"),
            stamp: stamp,
            value: .point(point),
            seen: VersionVector([stamp])
        )
        return RemoteRecord(
            operation: Operation(origin: origin, number: number),
            sentAt: Timestamp(number),
            content: .item(version)
        )
    }

    /// Returns the positions of "film" that a new device reads, in order.
    private func read() async throws -> [Double] {
        let reader = folder.remote(3)
        _ = try await reader.setUp()
        guard case .entries(let entries, _, _) = try await reader.page(after: nil, limit: 10_000)
        else { return [] }
        return entries.compactMap { entry in
            if case .item(let version) = entry.record.content { version.depth } else { nil }
        }
    }

    /// Returns names of segments that state a number in one of their places.
    private func names(_ number: Int) -> [String] {
        let text = "\(number)"
        return [
            "\(text)-00000000000000aa-1-1.seg", "1-00000000000000ab-\(text)-\(text).seg",
            "1-00000000000000ac-1-\(text).seg", "1-00000000000000ac-2-2.seg",
            "1-00000000000000ad-1-\(text).pack", "\(text)-ffffffffffffffff-1-2.pack",
        ]
    }

    @Test(arguments: [false, true])
    func `extreme numbers in foreign file names do not prevent writing and reading`(
        _ isBefore: Bool
    ) async throws {
        let writer = folder.remote(1)
        _ = try await writer.setUp()
        _ = try await folder.remote(2).setUp()
        if !isBefore { _ = try await writer.push([item(1)]) }
        for number in Extremes.integers {
            for name in names(number) {
                for device: UInt64 in [1, 2] {
                    try DaemonFiles.write([], to: "\(directory(device))/\(name)")
                }
            }
            let text = "\(folder.path)/presences/00000000000000aa-\(number)"
            try DaemonFiles.write([], to: text)
        }
        let again = folder.remote(1)
        let known = try await again.setUp()
        _ = try await again.push([item(2)])
        _ = try await again.page(after: nil, limit: 100)
        _ = try await again.page(after: nil, limit: 100)
        _ = try await again.devices()
        try await again.report(
            DevicePresence(
                origin: Origin(device: 1, incarnation: 1),
                label: "attic",
                at: 5,
                round: 1,
                seen: [:]
            )
        )
        _ = try await folder.remote(1, known: known).setUp()
        #expect(try await read().contains(2))
    }

    @Test
    func `nothing is lost if a foreign file has the highest possible generation`() async throws {
        var writer = folder.remote(1)
        let known = try await writer.setUp()
        _ = try await writer.push([item(1)])
        let first = try #require(DaemonFiles.names(in: directory(1)).first { $0.hasSuffix(".seg") })
        let planted = "\(Self.last)" + first.drop { $0 != "-" }
        rename("\(directory(1))/\(first)", "\(directory(1))/\(planted)")
        // Each driver has a run of its own; the random names of runs say nothing of their order.
        for number in 2...70 {
            writer = folder.remote(1, known: known)
            _ = try await writer.setUp()
            _ = try await writer.push([item(number)])
        }
        #expect(Set(try await read()) == Set((1...70).map(Double.init)))
        let own = Origin(device: 1, incarnation: 1)
        try await writer.report(
            DevicePresence(origin: own, label: "attic", at: 100, round: 1, seen: [:])
        )
        #expect(folder.files(".pack").count == 1)
        #expect(try await read() == [70])
        _ = try await writer.push([item(71)])
        #expect(Set(try await read()) == [70, 71])
    }

    @Test func `unreadable files are counted, and the first few are listed`() async throws {
        _ = try await folder.remote(2).setUp()
        for number in 1...300 {
            let name = "1-00000000000000aa-\(number)-\(number).seg"
            try DaemonFiles.write([], to: "\(directory(2))/\(name)")
        }
        let reader = folder.remote(3)
        _ = try await reader.setUp()
        _ = try await reader.page(after: nil, limit: 100)
        #expect(reader.findings.damagedCount == 300)
        #expect(reader.findings.damaged.count == RemoteFindings.listed)
        let paths = reader.findings.damaged.map(\.path)
        #expect(paths == paths.sorted() && paths.first?.hasSuffix("aa-1-1.seg") == true)
        unlink("\(directory(2))/1-00000000000000aa-1-1.seg")
        _ = try await reader.page(after: nil, limit: 100)
        #expect(reader.findings.damaged.count { $0.isMissing } == 1)
        #expect(reader.findings.damagedCount == 300)
        #expect(!reader.findings.damaged.map(\.path).contains(paths[0]))
    }
}
