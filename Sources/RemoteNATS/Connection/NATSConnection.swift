// SPDX-License-Identifier: Apache-2.0
internal import CNATS
internal import Glibc
internal import StateModel
internal import SyncModel

/// A connection to one of the servers of a cluster.
///
/// Its calls block. It must not be used by two threads at the same time.
final class NATSConnection {
    private let connection: OpaquePointer
    private let listener: NATSListener
    private let place: NATSPlace
    private var requests = 0

    private static let connectMilliseconds: Int64 = 3_000
    /// The timeout for a reply, in milliseconds; a cluster may have to elect a leader first.
    private static let answerMilliseconds = 5_000
    /// The interval at which a waiting call checks for a refusal by the server, in milliseconds.
    private static let lookMilliseconds: Int64 = 100

    /// Connects to one of the servers of a place.
    ///
    /// - Throws: `RemoteError`, which is offline if no server answers, and permanent if a server
    ///   refuses this client or the library is missing.
    init(
        to place: NATSPlace,
        _ files: RemoteFiles,
        inbox: String,
        listener: NATSListener
    ) throws(RemoteError) {
        if let missing = cnats_load() { throw .permanent(String(cString: missing)) }
        let login = try NATSLogin(files)
        try NATSLogin.checkFiles(files)
        let scheme = place.isSecure ? "tls://" : "nats://"
        var strings = CStrings()
        var options = cnats_options()
        options.server_count = Int32(place.servers.count)
        options.servers = strings.list(place.servers.map { scheme + $0 })
        options.name = strings.text("stated")
        options.inbox_prefix = strings.text(inbox)
        options.credentials = strings.text(login.file)
        options.user = strings.text(login.user)
        options.password = strings.text(login.password)
        options.secure = place.isSecure || files.authorities != nil
        options.ca = strings.text(files.authorities)
        options.certificate = strings.text(files.certificate)
        options.key = strings.text(files.key)
        options.timeout = Self.connectMilliseconds
        var events = listener.events()
        var made: OpaquePointer?
        let capacity = 512
        var why = [CChar](repeating: 0, count: capacity)
        let result = cnats_connect(&options, &events, &made, &why, capacity)
        guard result == CNATS_OK, let made else {
            throw Self.failure(result, Self.text(why), place)
        }
        connection = made
        self.listener = listener
        self.place = place
        _ = listener.takeRefusal()
    }

    deinit { cnats_close(connection) }

    var isOpen: Bool { cnats_is_open(connection) }

    var maxPayload: Int { Int(cnats_max_payload(connection)) }

    /// Subscribes the listener to a subject; with `isOptional`, a refusal by the server is not an
    /// error.
    func listen(to subject: String, isOptional: Bool = false) throws(RemoteError) {
        var why: UnsafePointer<CChar>?
        let result = cnats_listen(connection, subject, &why)
        if result == CNATS_OK || result == CNATS_REFUSED && isOptional { return }
        guard result == CNATS_REFUSED, let why else { throw lost(result) }
        let refusal = String(cString: why).cut(to: Limits.messageBytes)
        throw .permanent("the NATS server refused the request: \(refusal)")
    }

    /// Returns the library's error text without a source position at its beginning, such as
    /// `(conn.c:1): `.
    private static func text(_ bytes: [CChar]) -> String {
        let all = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let text = String(decoding: all, as: UTF8.self)
        guard text.hasPrefix("("), let end = text.firstRange(of: "): ") else { return text }
        return String(text[end.upperBound...])
    }

    private static func failure(
        _ result: cnats_result,
        _ why: String,
        _ place: NATSPlace
    ) -> RemoteError {
        let servers = place.servers.joined(separator: ", ")
        if result == CNATS_REFUSED {
            return .permanent(
                "\(servers) refused the connection of this device (\(why)); check remote-credentials"
            )
        }
        let reason = why == noServer ? "" : " (\(why))"
        return .offline("no NATS server answers at \(servers)\(reason)")
    }

    /// The library's error text if no server accepts the connection.
    private static let noServer = "No server available for connection"

    private func lost(_ result: cnats_result) -> RemoteError {
        result == CNATS_CLOSED
            ? .offline("the connection to the NATS server was lost")
            : .transient("the NATS server does not answer")
    }
}

extension NATSConnection {
    /// Sends several requests at once, and returns the reply to each; `nil` for a request without a
    /// reply.
    ///
    /// - Throws: `RemoteError` if the connection is lost, or the server refuses a request.
    func answers(to batch: [NATSRequest]) throws(RemoteError) -> [NATSAnswer?] {
        let first = requests
        // Discards the refusal of an earlier request.
        _ = listener.takeRefusal()
        for request in batch { try send(request) }
        var answers = [NATSAnswer?](repeating: nil, count: batch.count)
        var left = batch.count
        let end = Deadline(milliseconds: Self.answerMilliseconds)
        while left > 0, let (token, answer) = try receive(until: end, from: batch) {
            guard let token else {
                // One of the requests has no responder, but the reply does not say which.
                left -= 1
                continue
            }
            guard (first..<first + batch.count).contains(token), answers[token - first] == nil
            else { continue }
            answers[token - first] = answer
            left -= 1
        }
        return answers
    }

    /// Sends a request and returns its reply.
    ///
    /// - Throws: `RemoteError`, which is transient if no reply arrives in time.
    func answer(to request: NATSRequest) throws(RemoteError) -> NATSAnswer {
        guard let answer = try answers(to: [request])[0] else { throw noAnswer(request) }
        return answer
    }

    /// Sends a request that has several replies, and passes them to `body` until it returns false.
    func answers(
        to request: NATSRequest,
        _ body: (NATSAnswer) throws(RemoteError) -> Bool
    ) throws(RemoteError) {
        let number = requests
        try send(request)
        while true {
            let end = Deadline(milliseconds: Self.answerMilliseconds)
            guard let (token, answer) = try receive(until: end, from: [request]) else {
                throw noAnswer(request)
            }
            if token == nil { throw noAnswer(request) }
            guard token == number else { continue }
            guard try body(answer) else { return }
        }
    }

    private func noAnswer(_ request: NATSRequest) -> RemoteError {
        .transient(
            "the NATS servers do not answer for the stream \(place.name), which may have no leader"
        )
    }

    private func send(_ request: NATSRequest) throws(RemoteError) {
        var strings = CStrings()
        let names = request.headers.flatMap { [$0.name, $0.value] }
        let headers = strings.list(names)
        let result = request.bytes.withUnsafeBytes { bytes in
            cnats_send(
                connection,
                request.subject,
                String(requests),
                headers,
                bytes.baseAddress,
                bytes.count
            )
        }
        requests += 1
        guard result == CNATS_OK else { throw lost(result) }
    }

    /// Returns the next reply, with the number of its request; `nil` after a timeout.
    ///
    /// The number is `nil` if one of the requests has no responder.
    private func receive(
        until end: Deadline,
        from batch: [NATSRequest]
    ) throws(RemoteError) -> (token: Int?, answer: NATSAnswer)? {
        while true {
            var message: OpaquePointer?
            let wait = min(Self.lookMilliseconds, Int64(end.left))
            let result = cnats_receive(connection, max(1, wait), &message)
            if result == CNATS_NOBODY { return (nil, NATSAnswer()) }
            if let message, result == CNATS_OK {
                defer { cnats_free(message) }
                return (Int(String(cString: cnats_token(message))), NATSAnswer(message))
            }
            guard result == CNATS_TIMEOUT else { throw lost(result) }
            if let refusal = listener.takeRefusal() {
                throw .permanent("the NATS server refused the request: \(refusal)")
            }
            if end.left == 0 { return nil }
        }
    }
}

extension NATSAnswer {
    fileprivate init(_ message: OpaquePointer) {
        for name in Self.names {
            if let value = cnats_header(message, name) { headers[name] = String(cString: value) }
        }
        var count = 0
        if let start = cnats_bytes(message, &count) {
            bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
        }
    }
}

private struct Deadline {
    private let end: ContinuousClock.Instant

    init(milliseconds: Int) {
        end = .now.advanced(by: .milliseconds(milliseconds))
    }

    /// The time that is left, in milliseconds; at least 0.
    var left: Int { max(0, Int((end - .now) / .milliseconds(1))) }
}

private struct CStrings: ~Copyable {
    private var texts: [UnsafeMutablePointer<CChar>] = []
    private var lists: [UnsafeMutablePointer<UnsafePointer<CChar>?>] = []

    mutating func text(_ value: String?) -> UnsafePointer<CChar>? {
        guard let value, let copy = strdup(value) else { return nil }
        texts.append(copy)
        return UnsafePointer(copy)
    }

    mutating func list(_ values: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
        let list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: values.count + 1)
        for (place, value) in values.enumerated() { (list + place).initialize(to: text(value)) }
        (list + values.count).initialize(to: nil)
        lists.append(list)
        return UnsafePointer(list)
    }

    deinit {
        for text in texts { free(text) }
        for list in lists { list.deallocate() }
    }
}
