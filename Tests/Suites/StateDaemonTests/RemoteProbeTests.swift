// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateTesting
import SyncModel
import Testing

@testable import StateConfiguration
@testable import StateDaemon

@Suite struct `A probe of a remote store` {
    private let directory: TemporaryDirectory
    private let address: RemoteAddress

    init() throws {
        directory = try TemporaryDirectory()
        address = try RemoteAddress("file://\(directory.path)")
    }

    private func obstacle() async -> String? {
        var configuration = defaults
        configuration.remote = address.text
        return await RemoteProbe.obstacle(configuration)
    }

    private var files: Set<String> {
        Set(FileManager.default.subpaths(atPath: directory.path) ?? [])
    }

    @Test func `checking a new folder creates nothing`() async throws {
        #expect(await obstacle() == nil)
        #expect(files.isEmpty)
    }

    @Test func `checking a used folder creates nothing`() async throws {
        let user = RemoteUser(origin: Origin(device: 1, incarnation: 1))
        _ = try await address.place.remote(for: user).setUp()
        let before = files
        #expect(await obstacle() == nil)
        #expect(files == before && !before.isEmpty)
    }

    @Test func `the folder check reports an incomplete folder`() async throws {
        try FileManager.default.createDirectory(
            atPath: directory.file("devices/\(Origin(device: 1, incarnation: 1))"),
            withIntermediateDirectories: true
        )
        let reason = await obstacle()
        #expect(reason?.hasPrefix("\(directory.path)/stated-folder is missing") == true)
        #expect(reason?.contains("statectl sync setup \(directory.path)") == true)
    }

    @Test func `the folder check reports an empty stated-folder, as a power cut leaves it`()
        async throws
    {
        try Data().write(to: URL(fileURLWithPath: directory.file("stated-folder")))
        #expect(await obstacle()?.hasSuffix("stays empty, remove it") == true)
    }
}
