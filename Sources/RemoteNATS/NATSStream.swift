// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateModel
internal import SyncModel

/// A store in a JetStream stream, as one device sees it; its calls block.
///
/// Servers keep nothing about devices but their presences: what has been read is known here alone.
struct NATSStream {
    let layout: StreamLayout
    let origin: Origin
    let listener: NATSListener
    private let place: NATSPlace
    private let security: NATSSecurity
    private var connection: NATSConnection?

    /// The identity of the stream as it was last seen; `nil` if it was never.
    var known: RemoteIdentity?
    /// The store that is expected; `nil` for any.
    private var expectedName: String?
    /// True after ``setUp()`` succeeded.
    private(set) var isReady = false
    /// True if an acknowledged message survives a power cut, as its administrator says.
    private(set) var isDurable = false
    /// The difference from the system's clock to the server's, in milliseconds.
    private var serverAhead = 0

    /// The number of the newest message that this device has stored or heard of.
    var newest = 0
    /// The number of the newest message that the leader had when the round began.
    private(set) var lastAtLeader = 0
    /// Messages that were fetched and did not fit into the page.
    var ahead: FetchedMessages?
    /// This device's presence in the stream, by its number; `nil` until it was looked for.
    var presence: Int?
    /// True if the stream has lost messages, and nobody who reads it knows yet.
    var hasGoneBack = false
    /// True if the stream still holds what this device last reported; checked once in a round.
    var isWitnessed = false
    /// This device's newest pack of events, by its sender's life.
    var packs: [Origin: NewestPack] = [:]
    /// What could not be read.
    var findings = RemoteFindings()

    /// Creates the stream's view from one device.
    init(
        _ place: NATSPlace,
        _ security: NATSSecurity,
        origin: Origin,
        known: RemoteIdentity?,
        listener: NATSListener
    ) {
        self.place = place
        self.security = security
        self.origin = origin
        self.listener = listener
        layout = StreamLayout(name: place.name)
        expectedName = known?.name
        self.known = known
    }

    /// The server's time, in milliseconds since 1970.
    var serverTime: Timestamp { Timestamp(Self.wallClock() + serverAhead) }

    private static func wallClock() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}

extension NATSStream {
    /// Connects, finds or makes the stream, and returns its identity.
    ///
    /// - Throws: `RemoteError`: offline if no server answers or the store is not the known one,
    ///   permanent if it must not be used.
    mutating func setUp() throws(RemoteError) -> RemoteIdentity {
        isReady = false
        isWitnessed = false
        ahead = nil
        var found = try found()
        if found == nil { found = try make() }
        guard var info = found else { throw .transient("there is no stream \(layout.name)") }
        // An edit by hand may have taken the name away; nothing else was made at that moment.
        if let known, !info.isNamed, info.epoch == known.epoch { info.name = known.name }
        if let reason = info.obstacle(layout) {
            throw .permanent("the NATS stream \(layout.name) loses records: \(reason)")
        }
        if let expectedName, expectedName != info.name {
            throw .offline(
                "the NATS stream \(layout.name) is another store than before; "
                    + "if it is meant, run: statectl sync accept"
            )
        }
        let identity = RemoteIdentity(name: info.name, epoch: info.epoch)
        if identity == known, info.last < newest { hasGoneBack = true }
        if identity != known || hasGoneBack { forgetNumbers() }
        known = identity
        expectedName = info.name
        lastAtLeader = info.last
        isDurable = info.isDurable
        findings.isVolatile = !info.isDurable
        serverAhead = info.serverTime - Self.wallClock()
        isReady = true
        return identity
    }

    /// Forgets what was known of messages by their numbers, which may mean others now.
    mutating func forgetNumbers() {
        (newest, presence, packs, ahead) = (0, nil, [:], nil)
        listener.forgetAnnouncements()
    }

    /// Returns the stream's state; `nil` if there is no stream and none was ever known.
    private mutating func found() throws(RemoteError) -> StreamInfo? {
        let answer = try call(layout.request("STREAM.INFO"))
        guard let error = answer.error else { return try info(answer) }
        guard error.code == JetStreamError.noStream else { throw failure(error) }
        guard expectedName == nil else {
            throw .offline("the NATS stream \(layout.name) is gone: bring it back from a backup")
        }
        return nil
    }

    private func info(_ answer: JetStreamAnswer) throws(RemoteError) -> StreamInfo {
        guard let info = StreamInfo(answer, layout) else {
            throw .transient("a NATS server describes \(layout.name) incompletely")
        }
        return info
    }

    /// Makes the stream, on three servers if there are so many; if another device was faster, its
    /// stream is taken.
    private mutating func make() throws(RemoteError) -> StreamInfo {
        var random = SystemRandomNumberGenerator()
        let name = (0..<2).map { _ in String(random.next(), radix: 16) }.joined()
        for replicas in [3, 1] {
            let settings = layout.settings(identity: name, replicas: replicas)
            let answer = try call(layout.request("STREAM.CREATE", settings))
            guard let error = answer.error else { return try info(answer) }
            if error.code == JetStreamError.nameInUse { break }
            if error.code == JetStreamError.tooFewServers {
                // One copy would stay one copy when the others are back.
                throw .transient(
                    "the NATS cluster has no three servers for \(layout.name) at the moment; "
                        + "stated-nats(7) says how to make it with fewer copies"
                )
            }
            guard error.code == JetStreamError.noCluster else { throw failure(error) }
        }
        guard let info = try found() else {
            throw .transient("the NATS stream \(layout.name) could not be made")
        }
        return info
    }

    /// Checks that the stream is still that of the last ``setUp()``.
    ///
    /// - Throws: `RemoteError.transient` if it was deleted or made anew meanwhile.
    mutating func checkUnchanged() throws(RemoteError) {
        let answer = try call(layout.request("STREAM.INFO"))
        if let error = answer.error { throw failure(error) }
        let info = try info(answer)
        guard info.epoch == known?.epoch, info.last >= newest else {
            throw .transient("the NATS stream \(layout.name) was replaced meanwhile")
        }
    }

    /// Returns the error of a round that meets the error of a server.
    func failure(_ error: JetStreamError) -> RemoteError {
        let text = "NATS: \(error.text)"
        if error.isPassing { return .transient(text) }
        return error.code == JetStreamError.noStream ? .offline(text) : .permanent(text)
    }
}

extension NATSStream {
    /// Returns the answer to a JetStream request.
    mutating func call(_ request: NATSRequest) throws(RemoteError) -> JetStreamAnswer {
        let answer = try connected { connection throws(RemoteError) in
            try connection.answer(to: request)
        }
        return try JetStreamAnswer(answer)
    }

    /// Returns the newest message of a subject, which may have wildcards; `nil` if there is none.
    ///
    /// The leader answers, which has what was acknowledged.
    mutating func last(of subject: String) throws(RemoteError) -> StoredMessage? {
        try message(for: "{\"last_by_subj\":\"\(subject)\"}")
    }

    /// Returns the message with a number; `nil` if there is none.
    mutating func message(_ sequence: Int) throws(RemoteError) -> StoredMessage? {
        try message(for: "{\"seq\":\(sequence)}")
    }

    /// Returns the first message from a number on; `nil` if the leader has none.
    mutating func first(from sequence: Int) throws(RemoteError) -> StoredMessage? {
        try message(
            for: "{\"seq\":\(sequence),\"next_by_subj\":\"\(layout.everything)\"}"
        )
    }

    private mutating func message(for query: String) throws(RemoteError) -> StoredMessage? {
        let answer = try call(layout.request("STREAM.MSG.GET", Array(query.utf8)))
        if let error = answer.error {
            if error.code == JetStreamError.noMessage { return nil }
            throw failure(error)
        }
        guard let message = StoredMessage(answer) else {
            throw .transient("a NATS server answers with half a message")
        }
        return message
    }

    /// Calls `body` with a connection that stands, which is made if there is none.
    mutating func connected<Value>(
        _ body: (NATSConnection) throws(RemoteError) -> Value
    ) throws(RemoteError) -> Value {
        if let connection, connection.isOpen { return try body(connection) }
        connection = nil
        let new = try NATSConnection(to: place, security, inbox: layout.inbox, listener: listener)
        try new.listen(to: layout.news)
        connection = new
        return try body(new)
    }

    /// The largest content of a message, in bytes, with room for headers.
    mutating func largestContent() throws(RemoteError) -> Int {
        try connected { connection throws(RemoteError) in connection.maxPayload } - Self.headerBytes
    }

    private static let headerBytes = 4_096
}
