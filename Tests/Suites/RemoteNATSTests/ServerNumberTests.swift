// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import Testing

@testable import RemoteNATS

/// Numbers that a server states.
@Suite struct `Numbers from a NATS server` {
    private func answer(_ json: String) throws -> JetStreamAnswer {
        try JetStreamAnswer(NATSAnswer(bytes: Array(json.utf8)))
    }

    @Test func `a message with a number out of range is invalid`() throws {
        for number in Extremes.integers {
            let isMessage = number > 0 && MessageNumber.range.contains(number)
            let text = #"{"message":{"seq":\#(number),"subject":"a","data":""}}"#
            #expect((StoredMessage(try answer(text)) != nil) == isMessage, "\(number)")
            let direct = NATSAnswer(headers: ["Nats-Sequence": "\(number)", "Nats-Subject": "a"])
            #expect((StoredMessage(direct) != nil) == isMessage, "\(number)")
        }
    }

    @Test func `a stream description with a number out of range is invalid`() throws {
        for number in Extremes.integers {
            let text = """
                {"created":"2026-11-23T19:22:29Z","config":{},"state":{"last_seq":\(number)}}
                """
            let info = StreamInfo(try answer(text), StreamLayout(name: "s"))
            #expect((info != nil) == MessageNumber.range.contains(number), "\(number)")
            #expect(info.map { $0.last == number } ?? true)
        }
    }

    @Test func `a cursor with a number out of range is refused`() throws {
        let identity = RemoteIdentity(name: "s", epoch: 1)
        for place in 3...6 {
            for number in Extremes.integers {
                let bytes = StreamCursor(identity: identity, readAt: 5).bytes.bytes
                var parts = String(decoding: bytes, as: UTF8.self).split(separator: " ").map {
                    String($0)
                }
                parts[place] = "\(number)"
                let text = parts.joined(separator: " ")
                let isTime = place == 6 && Timestamp.range.contains(Timestamp(number))
                let isNumber =
                    place == 3
                    ? number > 0 && MessageNumber.range.contains(number - 1)
                    : place < 6 && MessageNumber.range.contains(number)
                let cursor = StreamCursor(RemoteCursor(Array(text.utf8)))
                #expect((cursor != nil) == (isTime || isNumber), "\(text)")
            }
        }
    }

    @Test(arguments: [
        "0000-01-01T00:00:00Z", "9999-12-31T23:59:60.999999999Z", "1970-01-01T00:00:00Z",
    ])
    func `the earliest and the latest time of a server are in the range of a timestamp`(
        _ text: String
    ) throws {
        let time = try #require(DateText(text))
        #expect(Timestamp.range.contains(Timestamp(time.milliseconds)))
    }
}
