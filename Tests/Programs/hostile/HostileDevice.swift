// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import SyncModel

/// A device that writes well-formed records and presences with odd values into a remote store.
struct HostileDevice {
    private let folder: String?
    private let drivers: [(origin: Origin, driver: any Remote)]
    private var values: OddValues
    private var index = 0

    /// Creates a device beside those that sync with the store already.
    ///
    /// - Parameters:
    ///   - seed: all values follow from it.
    ///   - folder: the path of a shared folder; `nil` for a store of other devices.
    ///   - driver: returns a driver of the store for a device.
    /// - Throws: an error if the store cannot be reached.
    init(seed: UInt64, folder: String?, driver: (Origin) -> any Remote) async throws {
        self.folder = folder
        let foreign = [0xBAD, UInt64.max].map { Origin(device: $0, incarnation: 1) }
        drivers = foreign.map { ($0, driver($0)) }
        for (_, driver) in drivers { _ = try await driver.setUp() }
        let honest = try await drivers[0].driver.devices().map(\.origin)
        values = OddValues(
            random: FuzzRandom(seed: seed),
            origins: honest + foreign,
            now: time(nil) * 1_000
        )
    }

    /// Writes records, a presence, or into a folder a file with an odd name.
    mutating func write() async throws {
        index += 1
        let (origin, driver) = drivers[values.random.below(drivers.count)]
        do {
            try await write(by: driver, of: origin)
        } catch is RemoteError {
            // A server ends the connection of a device that names what is too long.
            _ = try await driver.setUp()
        }
    }

    private mutating func write(by driver: any Remote, of origin: Origin) async throws {
        switch (values.random.below(8), folder) {
        case (5, _), (6, _): try await driver.report(values.presence(of: origin))
        case (7, let folder?): try writeFile(in: folder)
        default:
            let records = (0...values.random.below(3)).map { _ in values.record(index) }
            _ = try await driver.push(records)
        }
    }

    private mutating func writeFile(in folder: String) throws {
        let devices = DaemonFiles.names(in: folder + "/devices")
        let directory = "\(folder)/devices/\(values.random.pick(devices))"
        let content = DaemonFiles.names(in: directory).first.map { directory + "/" + $0 }
        let bytes = try content.map { try DaemonFiles.read($0) } ?? []
        let name = values.segmentName()
        try DaemonFiles.write(values.random.once(in: 2) ? [] : bytes, to: "\(directory)/\(name)")
    }
}
