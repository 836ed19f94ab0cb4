// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import StateServices
@testable import StateStore

@Suite struct `A tenant` {
    @Test func `closes its store when it is gone`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("film", 15)
        weak let store = try #require(harness.services.tenants[1]).store
        #expect(store != nil)
        #expect(harness.services.disconnect(1) == [client.id])
        // The file must be closed before another store takes its name.
        #expect(store == nil)
    }
}
