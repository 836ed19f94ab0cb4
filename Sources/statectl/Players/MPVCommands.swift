// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge
import Varlink

/// The command line of a running mpv: commands and answers over its IPC socket.
final class MPVCommands: OrderedProgram {
    /// The time that mpv has to answer, in milliseconds.
    private static let timeout = 3_000

    private let socket: StreamSocket
    private var received: [UInt8] = []
    private var request = 0

    /// Connects to the mpv that listens at a path.
    init(path: String) throws(OrderRefusal) {
        do {
            socket = try StreamSocket(to: path)
        } catch {
            throw OrderRefusal(reason: "it does not listen at \(path): \(error.connectReason)")
        }
    }

    /// The state of the player; what mpv does not know is absent.
    func state() throws(OrderRefusal) -> OrderedState {
        let place = try int("playlist-pos")
        let count = try int("playlist-count")
        var state = OrderedState()
        if case .bool(let isPaused) = try property("pause") { state.isPaused = isPaused }
        state.position = try property("time-pos")?.seconds
        state.duration = try property("duration")?.seconds
        if let place, let count, place >= 0 {
            state.hasNext = place + 1 < count
            state.hasPrevious = place > 0
        }
        return state
    }

    private func int(_ name: String) throws(OrderRefusal) -> Int? {
        guard case .int(let value) = try property(name) else { return nil }
        return value
    }

    /// Returns the value of a property; `nil` if it has none now.
    private func property(_ name: String) throws(OrderRefusal) -> JSONValue? {
        let answer = try exchange([.string("get_property"), .string(name)])
        return answer.error == "success" ? answer.data : nil
    }

    /// False: mpv's bridge hears of each jump.
    var hidesJumps: Bool { false }

    /// Carries an order out, and waits until mpv has taken it.
    func run(_ order: PlayerOrder, _ state: OrderedState) throws(OrderRefusal) {
        let answer = try exchange(order.mpvWords)
        guard answer.error == "success" else { throw OrderRefusal(reason: answer.error) }
    }

    private func exchange(_ words: [JSONValue]) throws(OrderRefusal) -> Answer {
        request += 1
        guard socket.send(Self.line(words, request: request)) else { throw Self.closed }
        let end = Clocks.elapsed + Self.timeout
        while true {
            while let line = received.firstIndex(of: 0x0A) {
                let answer = Answer(Array(received[..<line]))
                received.removeFirst(line + 1)
                if let answer, answer.request == request { return answer }
            }
            var poll = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
            let left = end - Clocks.elapsed
            guard left > 0, Glibc.poll(&poll, 1, Int32(left)) > 0 else {
                throw OrderRefusal(reason: "it does not answer")
            }
            switch socket.receive() {
            case .nothing: continue
            case .end: throw Self.closed
            case .bytes(let bytes): received += bytes
            }
        }
    }

    private static let closed = OrderRefusal(reason: "it has closed the connection")

    /// Returns a command as mpv's IPC has it.
    static func line(_ words: [JSONValue], request: Int) -> [UInt8] {
        RawJSON.object(["command": .array(words), "request_id": .int(request)]) + [0x0A]
    }

    /// An answer of mpv to a command.
    struct Answer: Equatable {
        /// The number of the command.
        let request: Int
        /// The error; `success` if there was none.
        let error: String
        /// The value that was asked for.
        let data: JSONValue?

        /// Reads a line of mpv's IPC; `nil` if it is an event.
        init?(_ line: [UInt8]) {
            var reader = JSONReader(line)
            guard let value = try? reader.value(), case .int(let request) = value["request_id"],
                case .string(let error) = value["error"]
            else { return nil }
            self.request = request
            self.error = error
            data = value["data"]
        }
    }
}

extension JSONValue {
    /// The number of seconds; `nil` for anything but a number.
    fileprivate var seconds: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}
