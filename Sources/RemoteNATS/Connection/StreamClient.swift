// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// The requests about one stream, on a connection that is opened when it is needed.
///
/// Every request blocks.
struct StreamClient {
    let layout: StreamLayout
    let listener: NATSListener
    private let place: NATSPlace
    private let files: RemoteFiles
    private var connection: NATSConnection?

    var url: String { place.url }

    init(_ place: NATSPlace, _ files: RemoteFiles, listener: NATSListener) {
        self.place = place
        self.files = files
        self.listener = listener
        layout = StreamLayout(name: place.name)
    }
}

struct FetchedMessages {
    var messages: [StoredMessage]
    var more: Bool
}

extension StreamClient {
    /// Sends a JetStream request, after connecting if necessary, and parses the reply.
    mutating func answers(to batch: [NATSRequest]) throws(RemoteError) -> [NATSAnswer?] {
        try connected { connection throws(RemoteError) in try connection.answers(to: batch) }
    }

    mutating func call(_ request: NATSRequest) throws(RemoteError) -> JetStreamAnswer {
        let answer = try connected { connection throws(RemoteError) in
            try connection.answer(to: request)
        }
        return try JetStreamAnswer(answer)
    }

    /// Returns the newest message of a subject, which may contain wildcards; `nil` if there is
    /// none.
    ///
    /// The leader answers the request, because it has all acknowledged messages.
    mutating func last(of subject: String) throws(RemoteError) -> StoredMessage? {
        try message(for: "{\"last_by_subj\":\"\(subject)\"}")
    }

    /// Returns the message with the given number; `nil` if the leader does not have it.
    mutating func message(_ sequence: Int) throws(RemoteError) -> StoredMessage? {
        try message(for: "{\"seq\":\(sequence)}")
    }

    /// Returns the first message of a subject whose number is at least `sequence`; `nil` if the
    /// leader has none.
    mutating func first(
        of subject: String,
        from sequence: Int
    ) throws(RemoteError) -> StoredMessage? {
        try message(for: "{\"seq\":\(sequence),\"next_by_subj\":\"\(subject)\"}")
    }

    private mutating func message(for query: String) throws(RemoteError) -> StoredMessage? {
        let answer = try call(layout.request("STREAM.MSG.GET", Array(query.utf8)))
        if let error = answer.error {
            if error.code == JetStreamError.noMessage { return nil }
            throw RemoteError(error)
        }
        guard let message = StoredMessage(answer) else {
            throw .transient("a NATS server sent an incomplete message")
        }
        return message
    }

    mutating func connected<Value>(
        _ body: (NATSConnection) throws(RemoteError) -> Value
    ) throws(RemoteError) -> Value {
        if let connection, connection.isOpen { return try body(connection) }
        connection = nil
        let new = try NATSConnection(to: place, files, inbox: layout.inbox, listener: listener)
        try new.listen(to: layout.news)
        // If the server refuses this, a device learns only in its next round which devices have a
        // surface in the foreground.
        try new.listen(to: layout.devices + "*", isOptional: true)
        connection = new
        return try body(new)
    }

    /// Returns the maximum size of a message's content, in bytes; it leaves room for the headers.
    mutating func largestContent() throws(RemoteError) -> Int {
        try connected { connection throws(RemoteError) in connection.maxPayload } - Self.headerBytes
    }

    private static let headerBytes = 8_192

    /// The maximum size of a fetch, in bytes.
    ///
    /// Even a slow network can transfer it before the call times out.
    private static let batchBytes = 1 << 20

    /// Returns up to `limit` messages of a subject, from the number `start` on, in order.
    mutating func messages(
        of subject: String,
        from start: Int,
        limit: Int
    ) throws(RemoteError) -> FetchedMessages {
        let query =
            "{\"seq\":\(start),\"batch\":\(limit),\"max_bytes\":\(Self.batchBytes),"
            + "\"next_by_subj\":\"\(subject)\"}"
        var messages: [StoredMessage] = []
        var more = false
        let request = layout.request("DIRECT.GET", Array(query.utf8))
        try connected { connection throws(RemoteError) in
            try connection.answers(to: request) { answer throws(RemoteError) in
                if let status = answer.status {
                    // The status 204 ends a batch, and 404 is an empty batch.
                    guard status == 204 || status == 404 else {
                        let reason = answer.headers["Description"] ?? "\(status)"
                        throw .transient("NATS: \(reason.cut(to: Limits.messageBytes))")
                    }
                    more = status == 204 && answer.headers["Nats-Num-Pending"] != "0"
                    return false
                }
                guard messages.count < limit else {
                    throw .transient("a NATS server sent more messages than this device requested")
                }
                if let message = StoredMessage(answer) { messages.append(message) }
                return true
            }
        }
        // If a server says that it has more messages and sends none, it must not be asked forever.
        return FetchedMessages(messages: messages, more: more && !messages.isEmpty)
    }
}

extension RemoteError {
    init(_ error: JetStreamError) {
        let text = "NATS: \(error.text)"
        if error.isPassing {
            self = .transient(text)
        } else {
            self = error.code == JetStreamError.noStream ? .offline(text) : .permanent(text)
        }
    }
}
