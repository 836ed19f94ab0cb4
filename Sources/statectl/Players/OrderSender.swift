// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge

/// The delivery of an order to a running player.
struct OrderSender {
    /// The time that a player has to answer, in milliseconds.
    private static let timeout = 3_000

    /// The player's name.
    let player: String
    /// The player's address.
    let address: PlayerAddress

    /// Delivers an order, and waits until the player has taken it.
    func send(_ order: PlayerOrder) throws(Failure) {
        switch address {
        case .mpv(let socket): try send(order, toMPV: socket)
        case .mpris(let owner): try send(order, toMPRIS: owner)
        }
    }

    private func send(_ order: PlayerOrder, toMPV path: String) throws(Failure) {
        let socket: StreamSocket
        do {
            socket = try StreamSocket(to: path)
        } catch {
            throw refusal("it does not listen at \(path): \(error.connectReason)")
        }
        guard socket.send(order.mpvLine) else { throw refusal("it has closed the connection") }
        let end = Clocks.elapsed + Self.timeout
        var received: [UInt8] = []
        while true {
            var poll = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
            let left = end - Clocks.elapsed
            guard left > 0, Glibc.poll(&poll, 1, Int32(left)) > 0 else {
                throw refusal("it does not answer")
            }
            switch socket.receive() {
            case .nothing: continue
            case .end: throw refusal("it has closed the connection")
            case .bytes(let bytes): received += bytes
            }
            while let line = received.firstIndex(of: 0x0A) {
                let answer = PlayerOrder.mpvAnswer(Array(received[..<line]))
                received.removeFirst(line + 1)
                if answer == "success" { return }
                if let answer { throw refusal(answer) }
            }
        }
    }

    private func send(_ order: PlayerOrder, toMPRIS owner: String) throws(Failure) {
        var position = 0
        if case .seek(.position) = order {
            let words = try busctl("get-property", owner, ["Position"]).split(separator: " ")
            position = words.last.flatMap { Int($0.filter { !$0.isWhitespace }) } ?? 0
        }
        _ = try busctl("call", owner, order.mprisWords(position: position))
    }

    private func busctl(
        _ verb: String,
        _ owner: String,
        _ words: [String]
    ) throws(Failure) -> String {
        let run = ToolRun.run(
            [
                "busctl", "--user", verb, owner, "/org/mpris/MediaPlayer2",
                "org.mpris.MediaPlayer2.Player",
            ] + words,
            timeoutSeconds: 5
        )
        guard run.status != 127 else {
            throw Failure(.noPlayer, "cannot start busctl, which is part of systemd: install it")
        }
        guard run.hasSucceeded else {
            let reason = run.errors.split(separator: "\n").first.map(String.init)
            throw refusal(reason ?? "busctl ended with status \(run.status)")
        }
        return run.output
    }

    private func refusal(_ reason: String) -> Failure {
        Failure(.tryAgain, "\(player) did not take the order: \(reason)".visible)
    }
}
