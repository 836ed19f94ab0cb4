// SPDX-License-Identifier: Apache-2.0
import ServiceTesting
import StateModel
import Testing

@Suite struct EventAgeTests {
    @Test func `events are kept if only an uncertain clock says that they are old`() throws {
        let harness = try ServicesHarness()
        try harness.connect().append("a")
        harness.clocks.reboot(wall: harness.now + 3_650 * 86_400_000, synchronised: false)
        try harness.restart()
        let client = harness.connect()
        // A sweep comes beside a commit.
        try client.append("b")
        harness.pass(60_000)
        #expect(try client.events().events == ["1 a", "2 b"])
    }
}
