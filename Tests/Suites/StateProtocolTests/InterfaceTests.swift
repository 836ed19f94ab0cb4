// SPDX-License-Identifier: Apache-2.0
import StateProtocol
import Testing

@Suite struct InterfaceTests {
    @Test func `all five interfaces exist`() {
        #expect(
            StateInterfaces.texts.map { words(of: $0, after: "interface") } == [
                ["io.stated.Playback"], ["io.stated.Session"], ["io.stated.Events"],
                ["io.stated.Sync"], ["io.stated.Service"],
            ]
        )
    }
}
