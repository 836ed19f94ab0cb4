// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import PlayerMPV

/// Numbers that an mpv states, or whoever writes to its socket.
@Suite struct `Numbers from mpv` {
    private static let texts =
        Extremes.integers.map(String.init)
        + Extremes.doubles.filter(\.isFinite).map { "\($0)" }

    /// Plays a file to its end, while one number is odd, before and after the file is loaded.
    private func play(_ odd: (inout FollowerHarness) -> [String]) -> [String] {
        var harness = FollowerHarness(
            files: ["/v/a.mkv"],
            attached: .some(nil),
            queue: ["/v/b.mkv"]
        )
        var seen = odd(&harness)
        seen += harness.opens("/v/a.mkv", stored: 50)
        seen += odd(&harness)
        seen += harness.plays(60)
        seen += odd(&harness)
        seen += harness.jumps(to: "70.0")
        seen += harness.lists(["/v/a.mkv", "/v/b.mkv"], current: 0)
        return seen + harness.ends("eof") + harness.hears(.changes([], isLive: true))
    }

    @Test(arguments: MPVProperty.allCases.filter(\.isFollowed))
    func `a property with an extreme number does not crash the bridge`(_ property: MPVProperty) {
        for text in Self.texts {
            let seen = play { $0.property(property.rawValue, text) }
            #expect(!seen.contains { $0.hasPrefix("?") }, "\(text)")
        }
    }

    @Test(arguments: [
        #""event":"start-file","playlist_entry_id":"#, #""error":"success","data":3,"request_id":"#,
        #""event":"end-file","reason":"redirect","playlist_insert_num_entries":3,"playlist_insert_id":"#,
        #""event":"end-file","reason":"redirect","playlist_insert_id":1,"playlist_insert_num_entries":"#,
    ])
    func `an event with an extreme number does not crash the bridge`(_ event: String) {
        for number in Extremes.integers {
            _ = play { $0.says("{\(event)\(number)}") }
        }
    }

    @Test func `a reply with an extreme number does not crash the bridge`() {
        for text in Self.texts {
            _ = play { harness in
                ["time-pos", "options/start", "options/end", "options/length", "ab-loop-a"].flatMap
                {
                    harness.answer($0, text) + harness.answer($0, "\"\(text)\"")
                }
            }
        }
    }
}
