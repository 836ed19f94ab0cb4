// SPDX-License-Identifier: Apache-2.0
import CEpoll

/// The protocol of `stated`: io.stated.Playback over Varlink.
struct VarlinkConnection: BenchConnection {
    /// The bytes that a connection sends first: none.
    var greeting: (bytes: [UInt8], replies: Int) { ([], 0) }
    /// The number of replies to a publish: none, as the call is oneway.
    var publishReplies: Int { 0 }

    /// Appends a Save.
    func write(client: Int, item: Int, turn: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: Self.save)
        snapshot(client: client, item: item, turn: turn, to: &bytes)
        bytes.append(contentsOf: Self.end)
    }

    /// Appends a oneway Save.
    func publish(turn: Int, to bytes: inout [UInt8]) {
        tick(client: 0, item: 0, turn: turn, to: &bytes)
    }

    /// Appends a oneway Save, which is published at once and stored within the tick interval.
    func tick(client: Int, item: Int, turn: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: Self.tick)
        snapshot(client: client, item: item, turn: turn, to: &bytes)
        bytes.append(contentsOf: Self.end)
    }

    /// Appends a SaveMany of items that were left paused.
    func saveMany(_ items: [(client: Int, item: Int)], to bytes: inout [UInt8]) {
        bytes.append(contentsOf: Self.saveMany)
        for (index, entry) in items.enumerated() {
            bytes.append(contentsOf: (index == 0 ? "" : ",").utf8)
            bytes.append(contentsOf: #"{"item":""#.utf8)
            Digits.appendItem(client: entry.client, item: entry.item, to: &bytes)
            bytes.append(
                contentsOf: #"","player":"import","status":"paused","cause":"pause","position":61}"#
                    .utf8
            )
        }
        bytes.append(contentsOf: "]}}\0".utf8)
    }

    private static let saveMany = Array(
        #"{"method":"io.stated.Playback.SaveMany","parameters":{"snapshots":["#.utf8
    )
    private static let save = Array(#"{"method":"io.stated.Playback.Save","#.utf8)
    private static let tick = Array(#"{"method":"io.stated.Playback.Save","oneway":true,"#.utf8)
    private static let begin = Array(#""parameters":{"snapshot":{"item":""#.utf8)
    private static let player = Array(#"","player":"client-"#.utf8)
    private static let state = Array(
        #"","status":"playing","cause":"tick","title":"An item of a benchmark","position":"#.utf8
    )
    private static let end = Array("}}}\0".utf8)

    private func snapshot(client: Int, item: Int, turn: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: Self.begin)
        Digits.appendItem(client: client, item: item, to: &bytes)
        bytes.append(contentsOf: Self.player)
        Digits.append(client, width: 5, to: &bytes)
        bytes.append(contentsOf: Self.state)
        // Each position is half a second further, as with a real player.
        Digits.append(1_000_000 + turn / 2, width: 7, to: &bytes)
        bytes.append(contentsOf: turn % 2 == 0 ? ".25".utf8 : ".75".utf8)
    }

    /// A Subscribe to everything.
    var subscription: [UInt8] {
        Array(#"{"method":"io.stated.Playback.Subscribe","more":true}"#.utf8) + [0]
    }

    /// A Subscribe to everything.
    var listening: [UInt8] { subscription }

    /// Returns a counter of replies.
    func counter() -> any ReplyCounter { Replies() }
    /// Returns a counter of observed changes.
    func deliveries() -> any ReplyCounter { Observations() }

    /// A counter of messages, which end with NUL; an error begins with the member `error`.
    private struct Replies: ReplyCounter {
        private var place = 0

        mutating func take(_ bytes: UnsafeRawBufferPointer) throws(BadReply) -> Int {
            var count = 0
            for (index, byte) in bytes.enumerated() {
                if place == 2, byte == UInt8(ascii: "e") {
                    throw BadReply("stated", UnsafeRawBufferPointer(rebasing: bytes[index...]))
                }
                place += 1
                if byte == 0 {
                    count += 1
                    place = 0
                }
            }
            return count
        }
    }

    /// A counter of changes, of which a reply of the stream holds many: each names its kind.
    private struct Observations: ReplyCounter {
        private static let mark = Array(#""kind":"observed""#.utf8)
        private var rest: [UInt8] = []

        mutating func take(_ bytes: UnsafeRawBufferPointer) throws(BadReply) -> Int {
            // A mark may begin at the end of the previous bytes and end here.
            let joined = rest + bytes
            rest = Array(joined.suffix(Self.mark.count - 1))
            return joined.withUnsafeBytes { Self.count(in: $0) }
        }

        private static func count(in bytes: UnsafeRawBufferPointer) -> Int {
            guard var place = bytes.baseAddress else { return 0 }
            let end = place + bytes.count
            var count = 0
            while let found = bench_find(place, end - place, mark, mark.count) {
                count += 1
                place = found + mark.count
            }
            return count
        }
    }
}
