// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import VarlinkNIO

/// The search for calls that count even after a hang-up.
@Suite struct MessageScanTests {
    private func mayHold(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBytes(mayHoldOneway)
    }

    @Test(arguments: [0, 1, 255, 256, 257, 5_000])
    func `the member oneway is found anywhere, even within similar text`(length: Int) {
        for filler in ["w", "o", "onewa", "neway", "x"] {
            let filling = String(repeating: filler, count: length)
            #expect(!mayHold(filling))
            #expect(mayHold("oneway" + filling))
            #expect(mayHold(filling + "oneway"))
            #expect(mayHold(filling + "oneway" + filling))
            #expect(!mayHold(filling + "onewa"))
            #expect(!mayHold("neway" + filling))
        }
    }

    @Test func `a message with a backslash may have oneway in escaped form`() {
        #expect(mayHold(#"{"\u006fneway":true}"#))
        #expect(!mayHold(#"{"method":"t.Ping"}"#))
        #expect(!mayHold(""))
    }
}
