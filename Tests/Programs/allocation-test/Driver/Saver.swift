// SPDX-License-Identifier: Apache-2.0
import StateTesting

/// A client that sends so many Saves at once, and waits until all are answered and published.
final class Saver {
    private let socket: ClientSocket
    private let subscriber: ClientSocket
    private let inFlight: Int
    private var position = 1_000.0

    /// A client of the daemon that listens there; `subscriber` hears of all that it saves.
    init(_ path: String, inFlight: Int, subscriber: ClientSocket) throws {
        socket = try ClientSocket(path)
        self.subscriber = subscriber
        self.inFlight = inFlight
    }

    /// Saves once in each of as many items as are in flight, a little further than before.
    func batch() throws {
        position += 0.25
        var calls: [UInt8] = []
        for number in 0..<inFlight {
            calls += Array(
                """
                {"method":"io.stated.Playback.Save","parameters":{"snapshot":{"item":\
                "file:///srv/media/album/track-\(number).flac","player":"player-\(number)",\
                "status":"playing","cause":"tick","title":"A track of an album",\
                "position":\(position)}}}
                """.utf8
            )
            calls.append(0)
        }
        try socket.send(calls)
        var answers = 0
        while answers < inFlight {
            answers += try socket.receive().count { $0 == 0 }
        }
        // At least one reply of the stream holds them; were none read, it would fall behind.
        _ = try subscriber.receive()
    }
}
