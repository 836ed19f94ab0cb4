// SPDX-License-Identifier: Apache-2.0

/// The protocol of mosquitto: a retained message of quality of service 1, until its PUBACK (MQTT
/// 3.1.1).
struct MQTTConnection: BenchConnection {
    /// The number of replies to a publish: one PUBACK.
    var publishReplies: Int { 1 }

    /// A CONNECT with a clean session and a client id chosen by the server; the reply is a CONNACK.
    var greeting: (bytes: [UInt8], replies: Int) {
        ([0x10, 12, 0, 4] + Array("MQTT".utf8) + [4, 2, 0, 0, 0, 0], 1)
    }

    private static let value = Array(
        (#"{"status":"playing","cause":"tick","title":"An item of a benchmark","#
            + #""duration":7200.0,"rate":1.0,"device":"bench","player":"client","#
            + #""at":1795250100000,"expiresAt":1795336500000,"position":"#).utf8
    )

    /// Appends a PUBLISH of an item's state.
    func write(client: Int, item: Int, turn: Int, to bytes: inout [UInt8]) {
        var topic: [UInt8] = []
        Digits.appendItem(client: client, item: item, to: &topic)
        publish(topic, header: 0x33, turn: turn, to: &bytes)
    }

    /// Appends a PUBLISH to the subscribers' topic.
    func publish(turn: Int, to bytes: inout [UInt8]) {
        publish(Array("bench".utf8), header: 0x32, turn: turn, to: &bytes)
    }

    private func publish(
        _ topic: [UInt8],
        header: UInt8,
        turn: Int,
        to bytes: inout [UInt8]
    ) {
        let length = 2 + topic.count + 2 + Self.value.count + 11
        bytes.append(header)
        bytes.append(UInt8(length & 0x7F) | 0x80)
        bytes.append(UInt8(length >> 7))
        bytes.append(0)
        bytes.append(UInt8(topic.count))
        bytes.append(contentsOf: topic)
        // A packet id is never 0.
        let number = turn % 65_535 + 1
        bytes.append(UInt8(number >> 8))
        bytes.append(UInt8(number & 0xFF))
        bytes.append(contentsOf: Self.value)
        Digits.append(1_000_000 + turn, width: 8, to: &bytes)
        bytes.append(contentsOf: ".5}".utf8)
    }

    /// A SUBSCRIBE to everything, with quality of service 0.
    var subscription: [UInt8] { greeting.bytes + [0x82, 6, 0, 1, 0, 1, UInt8(ascii: "#"), 0] }

    /// A SUBSCRIBE to one topic, as the retained messages of the others would arrive too.
    var listening: [UInt8] {
        greeting.bytes + [0x82, 10, 0, 1, 0, 5] + Array("bench".utf8) + [0]
    }

    /// Returns a counter of CONNACK and PUBACK.
    func counter() -> any ReplyCounter { Packets(kinds: [2, 4]) }
    /// Returns a counter of PUBLISH.
    func deliveries() -> any ReplyCounter { Packets(kinds: [3]) }

    /// A counter of packets of some kinds: CONNACK is 2, PUBLISH 3, PUBACK 4.
    private struct Packets: ReplyCounter {
        let kinds: Set<UInt8>
        private var pending: [UInt8] = []

        init(kinds: Set<UInt8>) {
            self.kinds = kinds
        }

        mutating func take(_ bytes: UnsafeRawBufferPointer) throws(BadReply) -> Int {
            pending += bytes
            var start = 0
            var count = 0
            while let length = Self.length(of: pending[start...]), start + length <= pending.count {
                if kinds.contains(pending[start] >> 4) { count += 1 }
                if pending[start] >> 4 == 2, pending[start + 3] != 0 {
                    throw BadReply("mosquitto", bytes)
                }
                start += length
            }
            pending.removeSubrange(..<start)
            return count
        }

        /// Returns the length of the first packet with its header, or `nil` if it is incomplete.
        private static func length(of bytes: ArraySlice<UInt8>) -> Int? {
            var length = 0
            var shift = 0
            for (place, byte) in bytes.dropFirst().enumerated() {
                length |= Int(byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 == 0 { return place + 2 + length }
            }
            return nil
        }
    }
}
