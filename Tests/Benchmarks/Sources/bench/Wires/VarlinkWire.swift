import CEpoll

/// `stated`: io.stated.Playback over Varlink.
struct VarlinkWire: Wire {
    var greeting: (bytes: [UInt8], replies: Int) { ([], 0) }
    var publishReplies: Int { 0 }

    func write(client: Int, item: Int, turn: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: Self.save)
        snapshot(client: client, item: item, turn: turn, to: &bytes)
        bytes.append(contentsOf: Self.end)
    }

    func publish(turn: Int, to bytes: inout [UInt8]) {
        tick(client: 0, item: 0, turn: turn, to: &bytes)
    }

    /// Appends a oneway Save: told at once, stored within the tick interval.
    func tick(client: Int, item: Int, turn: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: Self.tick)
        snapshot(client: client, item: item, turn: turn, to: &bytes)
        bytes.append(contentsOf: Self.end)
    }

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
        // Half a second further each time: going on, as a player does.
        Digits.append(1_000_000 + turn / 2, width: 7, to: &bytes)
        bytes.append(contentsOf: turn % 2 == 0 ? ".25".utf8 : ".75".utf8)
    }

    var subscription: [UInt8] {
        Array(#"{"method":"io.stated.Playback.Subscribe","more":true}"#.utf8) + [0]
    }

    var listening: [UInt8] { subscription }

    func counter() -> any ReplyCounter { Replies() }
    func deliveries() -> any ReplyCounter { Observations() }

    /// Messages end with NUL; one that is an error begins with that member.
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

    /// A reply of the stream holds many changes: each names its kind.
    private struct Observations: ReplyCounter {
        private static let mark = Array(#""kind":"observed""#.utf8)
        private var rest: [UInt8] = []

        mutating func take(_ bytes: UnsafeRawBufferPointer) throws(BadReply) -> Int {
            // What the end of the last bytes began may end here.
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
