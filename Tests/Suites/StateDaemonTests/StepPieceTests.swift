// SPDX-License-Identifier: Apache-2.0
import StateSync
import StateTesting
import SyncModel
import Testing
import Varlink
import VarlinkNIO

@testable import StateDaemon
@testable import StateServices

@Suite(.timeLimit(.minutes(1))) struct `Steps of sync beside clients` {
    /// The number of points that wait to be sent.
    private static let points = 2_000

    private func lease(_ harness: SyncHarness) async throws -> Int {
        var settings = SyncSettings()
        settings.pushRecords = 200
        let store = ServerSyncStore(server: harness.server)
        guard case .leased(let batch) = try await store.perform(.lease, settings) else { return 0 }
        return batch.count
    }

    @Test func `are short while these call, and whole otherwise`() async throws {
        try await SyncHarness.run { harness in
            let handle = harness.mailbox.handle()
            try await harness.server.submit { $0.changeRemote(handle) }
            let client = try harness.client()
            let snapshots = (0..<Self.points).map { JSONValue.snapshot("film \($0)", 50) }
            try client.playback("SaveMany", ["snapshots": .array(snapshots)])
            while try await harness.server.isCalled() { await Task.yield() }
            #expect(try await lease(harness) == 200)
            // A machine that is busy may let a tenth of a second pass after the call.
            var sizes: [Int] = []
            while sizes.last != StepPieces.recordsBesideClients, sizes.count < 8 {
                try client.call("org.varlink.service.GetInfo")
                sizes.append(try await lease(harness))
            }
            #expect(sizes.last == 50)
        }
    }
}
