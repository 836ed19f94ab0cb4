// SPDX-License-Identifier: Apache-2.0
import Glibc
import RemoteFolder
import StateTesting
import SyncModel

/// A device that writes well-formed files with odd values into a shared folder.
struct HostileFolder {
    private let path: String
    private let drivers: [(origin: Origin, driver: FolderRemote)]
    private var values: OddValues
    private var index = 0

    /// Creates a device beside the daemons that share the folder already.
    init(_ path: String, seed: UInt64) async throws {
        self.path = path
        let honest = DaemonFiles.names(in: path + "/presences").compactMap { Origin($0) }
        let foreign = [0xBAD, UInt64.max].map { Origin(device: $0, incarnation: 1) }
        values = OddValues(
            random: FuzzRandom(seed: seed),
            origins: honest + foreign,
            now: time(nil) * 1_000
        )
        drivers = foreign.map { ($0, FolderRemote(path: path, origin: $0, known: nil)) }
        for (_, driver) in drivers { _ = try await driver.setUp() }
    }

    /// Writes one file: a segment, a presence, or a file with an odd name.
    mutating func write() async throws {
        index += 1
        let (origin, driver) = drivers[values.random.below(drivers.count)]
        switch values.random.below(8) {
        case 0..<5:
            let records = (0...values.random.below(3)).map { _ in values.record(index) }
            _ = try await driver.push(records)
        case 5, 6:
            try await driver.report(values.presence(of: origin))
        default:
            let devices = DaemonFiles.names(in: path + "/devices")
            let folder = "\(path)/devices/\(values.random.pick(devices))"
            let content = DaemonFiles.names(in: folder).first.map { folder + "/" + $0 }
            let bytes = try content.map { try DaemonFiles.read($0) } ?? []
            let name = values.segmentName()
            try DaemonFiles.write(values.random.once(in: 2) ? [] : bytes, to: "\(folder)/\(name)")
        }
    }
}
