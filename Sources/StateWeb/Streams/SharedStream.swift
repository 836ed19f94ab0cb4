// SPDX-License-Identifier: Apache-2.0
internal import NIOCore
internal import NIOHTTPTypes

/// A stream of the daemon that all its readers share: one subscription, encoded once.
///
/// A reader costs its connection and a number. One that is slow delays no other: it is sent what is
/// left once its socket takes more, and reads on from the daemon by itself if that is held no more.
/// The actor runs on the loop of the web server's connections.
actor SharedStream {
    /// The reason why a reader's time with the stream has ended.
    enum End: Sendable, Equatable {
        /// Its connection ended.
        case closed
        /// It fell behind what is held; `token` is its position.
        case behind(token: String?)
        /// The stream had to begin anew.
        case restarted
    }

    /// The place in the stream at which a reader begins.
    struct Place: Sendable {
        /// The number of its first event.
        let number: Int
        /// The events that come before.
        let greeting: [UInt8]
    }

    private struct Reader {
        let channel: any Channel
        var next: Int
        var token: String?
        let ended: CheckedContinuation<End, Never>
    }

    /// The longest time for which events are gathered before they are sent.
    private static let longestPause = TimeAmount.milliseconds(100)
    /// The time after which a reader whose socket was full is tried again.
    private static let retryPause = TimeAmount.milliseconds(50)

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let executor: any SerialExecutor
    private let loop: any EventLoop
    /// True if each reader begins anew with the stream; false if an event tells it to.
    private let restartsReaders: Bool
    private var ring = EventRing()
    /// The newest event of each name that describes a state, for readers that come later.
    private var standing: [String: ServerSentEvent] = [:]
    private var readers: [Int: Reader] = [:]
    private var nextReader = 0
    private var delivery: Scheduled<Void>?
    private var lastDuration = TimeAmount.zero

    /// Creates a stream without events whose readers have their connections on the loop.
    init(on loop: any EventLoop, restartsReaders: Bool) {
        executor = loop.executor
        self.loop = loop
        self.restartsReaders = restartsReaders
    }
}

extension SharedStream {
    /// Begins at a token, or begins anew there.
    ///
    /// - Parameters:
    ///   - token: the position.
    ///   - isGreeted: true if readers are sent an event when the stream begins.
    ///   - resync: the event that tells readers to ask for everything again; `nil` if they need not.
    func begin(at token: String, isGreeted: Bool, resync: ServerSentEvent?) {
        if ring.token != nil {
            deliver()
            for (id, reader) in readers where restartsReaders || reader.next != ring.end {
                finish(id, restartsReaders ? .restarted : .behind(token: reader.token))
            }
            ring.removeAll()
        }
        guard isGreeted else { return ring.append(token: token) }
        let hello = ServerSentEvent(helloAt: token)
        publish([resync, hello, standing["sync"]].compactMap(\.self))
    }

    /// Sends events to all readers, soon.
    func publish(_ events: [ServerSentEvent]) {
        for event in events {
            if let name = event.name { note(event, named: name) }
            // Before the stream has begun, the state of sync waits for it.
            if event.name != "sync" || ring.token != nil { ring.append(event) }
        }
        guard delivery == nil, !readers.isEmpty else { return }
        // As long as the last delivery took, others get a turn, and more events are sent at once.
        scheduleDelivery(in: min(lastDuration, Self.longestPause))
    }

    private func note(_ event: ServerSentEvent, named name: String) {
        switch name {
        case "back": standing["lost"] = nil
        case "lost", "sync": standing[name] = event
        default: break
        }
    }

    /// Returns the place for a reader at that position; `nil` if its events are not held.
    func place(for position: StreamPosition) -> Place? {
        switch position {
        case .beginning: nil
        case .now:
            Place(number: ring.end, greeting: greeting)
        case .after(let token):
            ring.place(after: token, isFirst: false).map { Place(number: $0, greeting: []) }
        case .afterFirst(let token):
            // The events so far came without the state of sync.
            ring.place(after: token, isFirst: true).map { Place(number: $0, greeting: state) }
        }
    }

    /// The first events of a reader; before the stream has begun, they come when it does.
    private var greeting: [UInt8] {
        guard let token = ring.token else { return standing["lost"]?.bytes ?? [] }
        return ServerSentEvent(helloAt: token).bytes + state
    }

    /// The events that tell a reader how matters stand, beside its position.
    private var state: [UInt8] {
        standing.sorted { $0.key > $1.key }.flatMap(\.value.bytes)
    }

    /// Sends the events from a number on to the connection; returns when that ends.
    func follow(_ channel: any Channel, from number: Int) async -> End {
        let id = nextReader
        nextReader += 1
        return await withTaskCancellationHandler {
            await withCheckedContinuation { ended in
                readers[id] = Reader(channel: channel, next: number, ended: ended)
                channel.closeFuture.whenComplete { _ in
                    self.assumeIsolated { $0.finish(id, .closed) }
                }
                if number != ring.end { scheduleDelivery(in: .zero) }
                if Task.isCancelled { finish(id, .closed) }
            }
        } onCancel: {
            loop.execute { self.assumeIsolated { $0.finish(id, .closed) } }
        }
    }

    private func finish(_ id: Int, _ end: End) {
        guard let reader = readers.removeValue(forKey: id) else { return }
        reader.ended.resume(returning: end)
    }
}

extension SharedStream {
    private func scheduleDelivery(in time: TimeAmount) {
        guard delivery == nil else { return }
        delivery = loop.scheduleTask(in: time) { self.assumeIsolated { $0.deliver() } }
    }

    /// Sends what is new to each reader whose socket takes it.
    private func deliver() {
        delivery?.cancel()
        delivery = nil
        let start = NIODeadline.now()
        // Nearly all readers are at the same place: what they get is put together once.
        var slices: [Int: (slice: EventRing.Slice, buffer: ByteBuffer)] = [:]
        var isAnyLeft = false
        for (id, reader) in readers where reader.next != ring.end {
            guard reader.channel.isWritable else {
                isAnyLeft = true
                continue
            }
            if slices[reader.next] == nil, let slice = ring.read(from: reader.next) {
                slices[reader.next] = (slice, ByteBuffer(bytes: slice.bytes))
            }
            guard let (slice, buffer) = slices[reader.next] else {
                finish(id, .behind(token: reader.token))
                continue
            }
            readers[id]?.next = slice.end
            readers[id]?.token = slice.token ?? reader.token
            if slice.end != ring.end { isAnyLeft = true }
            guard buffer.readableBytes > 0 else { continue }
            reader.channel.writeAndFlush(HTTPResponsePart.body(buffer), promise: nil)
        }
        lastDuration = .now() - start
        if isAnyLeft { scheduleDelivery(in: Self.retryPause) }
    }
}
