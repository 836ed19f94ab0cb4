// SPDX-License-Identifier: Apache-2.0
internal import NIOCore
internal import NIOHTTPTypes
internal import VarlinkNIO

/// The open streams: their number is limited, and a stream whose client does not read is closed.
actor OpenStreams {
    enum Refusal: Error, Equatable, CustomStringConvertible {
        case server(limit: Int)
        case client(limit: Int)

        var status: Int {
            switch self {
            case .server: 503
            case .client: 429
            }
        }

        var description: String {
            switch self {
            case .server(let limit):
                "the server has its maximum of \(limit) open streams; close another page, or raise "
                    + "web.streams"
            case .client(let limit):
                "this client has its maximum of \(limit) open streams; close one, or raise "
                    + "web.streams-per-client"
            }
        }
    }

    private struct Open {
        let channel: any Channel
        let client: String
        let session: String?
        let pulse: [UInt8]
        /// True once the head of the response has been written.
        var hasBegun = false
        /// The number of consecutive checks at which the client had not read the output.
        var stalledRounds = 0
    }

    private static let round = TimeAmount.seconds(5)
    /// The number of checks from one keep-alive to the next, 15 s later.
    private static let roundsPerPulse = 3
    /// The number of checks without progress, during 60 s, after which a stream is closed.
    private static let maximumStalledRounds = 12

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let executor: any SerialExecutor
    private let loop: any EventLoop
    private let limit: Int
    private let clientLimit: Int
    private var streams: [Int: Open] = [:]
    private var quota: Quota<String>
    private var next = 0
    private var roundNumber = 0
    private var timer: Scheduled<Void>?

    init(on loop: any EventLoop, limit: Int, clientLimit: Int) {
        executor = loop.executor
        self.loop = loop
        self.limit = limit
        self.clientLimit = clientLimit
        quota = Quota(limit: limit, ownerLimit: clientLimit)
    }

    var count: Int { streams.count }

    /// Counts a stream until ``leave(_:)``, or until its connection ends; returns its number.
    ///
    /// An empty `pulse` sends no keep-alives.
    func enter(
        _ channel: any Channel,
        of identity: ClientIdentity,
        pulse: [UInt8]
    ) throws(Refusal) -> Int {
        switch quota.acquire(from: identity.key, isLimited: !identity.isLocal) {
        case .admitted: break
        case .full: throw .server(limit: limit)
        case .ownerFull: throw .client(limit: clientLimit)
        }
        next += 1
        streams[next] = Open(
            channel: channel,
            client: identity.key,
            session: identity.session,
            pulse: pulse
        )
        let number = next
        channel.closeFuture.whenComplete { _ in self.assumeIsolated { $0.leave(number) } }
        schedule()
        return number
    }

    /// Records that the head of a stream's response has been written, so that keep-alives can
    /// follow.
    func begin(_ number: Int) {
        streams[number]?.hasBegun = true
    }

    func leave(_ number: Int) {
        if let open = streams.removeValue(forKey: number) { quota.release(from: open.client) }
    }

    /// The sessions that have open streams.
    var sessions: Set<String> { Set(streams.values.compactMap(\.session)) }

    func close(exceptSessions sessions: Set<String>) {
        for open in streams.values {
            guard let session = open.session, !sessions.contains(session) else { continue }
            open.channel.close(promise: nil)
        }
    }

    private func schedule() {
        guard timer == nil, !streams.isEmpty else { return }
        timer = loop.scheduleTask(in: Self.round) { self.assumeIsolated { $0.look() } }
    }

    /// Sends keep-alives, and closes the streams whose clients have not read for a minute.
    private func look() {
        timer = nil
        roundNumber += 1
        let isPulseDue = roundNumber % Self.roundsPerPulse == 0
        for (number, open) in streams where open.hasBegun {
            guard !open.channel.isWritable else {
                streams[number]?.stalledRounds = 0
                guard isPulseDue, !open.pulse.isEmpty else { continue }
                let pulse = ByteBuffer(bytes: open.pulse)
                open.channel.writeAndFlush(HTTPResponsePart.body(pulse), promise: nil)
                continue
            }
            streams[number]?.stalledRounds += 1
            if open.stalledRounds + 1 >= Self.maximumStalledRounds {
                open.channel.close(promise: nil)
            }
        }
        schedule()
    }
}
