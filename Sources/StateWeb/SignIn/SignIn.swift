// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import NIOCore
internal import SystemSupport

/// The sign-in of clients on other machines, which exchanges codes for sessions and checks tokens.
actor SignIn {
    enum Outcome: Equatable {
        case accepted(SessionCookie)
        /// The code is wrong, was used, or has expired.
        case wrong
        /// There were too many attempts; another is allowed after the given time.
        case tooMany(Duration)
        case failed
    }

    /// The rate limits on attempts, per address and for all addresses together.
    ///
    /// The limit for all addresses keeps the probability of guessing a 39-bit code within ten
    /// minutes below 10⁻⁷, apart from first attempts, which it does not count.
    private static let perAddress = (perSecond: 0.1, burst: 5)
    private static let inAll = (perSecond: 10.0, burst: 40)
    /// The minimum interval between updates of the stored last use of a session or client, in
    /// seconds.
    static let noteInterval = 600
    static let unreadable = "the record of sign-ins cannot be read; see the log of stated-web"
    /// The rate at which wrong passwords from one address are answered without delay.
    private static let wrongPasswords = (perSecond: 0.2, burst: 10)

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let executor: any SerialExecutor
    let file: SignInFile
    private let lifetime: Int
    let logger: Logger
    let time: @Sendable () -> Int
    var failures = RateLimiter(
        perSecond: wrongPasswords.perSecond,
        burst: wrongPasswords.burst
    )
    private var addresses = RateLimiter(perSecond: perAddress.perSecond, burst: perAddress.burst)
    private var allClients = RateLimiter(perSecond: inAll.perSecond, burst: inAll.burst)
    private(set) var record = SignInRecord()
    /// The file's metadata when it was read; the outer `nil` means that the file must be read.
    private var stamp: FileStamp??
    /// The reason why the file could not be read, as last logged.
    private var fault: SystemError?
    /// The verified tokens, by session; checking a hash takes milliseconds.
    private var known: [String: String] = [:]

    /// Creates the sign-in on a separate event loop, because hashing and disk access would delay
    /// the streams of connections.
    ///
    /// `lifetime` is the time after which an unused session ends, in seconds; `time` is the wall
    /// clock, in seconds since 1970.
    init(
        on loop: any EventLoop,
        _ file: SignInFile,
        lifetime: Int,
        logger: Logger,
        time: @escaping @Sendable () -> Int
    ) {
        executor = loop.executor
        self.file = file
        self.lifetime = lifetime
        self.logger = logger
        self.time = time
    }

    func session(of cookie: SessionCookie?) throws(SystemError) -> String? {
        guard let cookie else { return nil }
        try refresh()
        guard let session = record.sessions.first(where: { $0.id == cookie.id }),
            session.lastSeenAt + lifetime > time()
        else { return nil }
        if known[session.id] != cookie.token {
            guard Secret(cookie.token).matches(session.hash) else { return nil }
            known[session.id] = cookie.token
        }
        note(session)
        return session.id
    }

    /// Returns the sessions that have not ended, and counts those in `used` as used now.
    func sessions(using used: Set<String>) throws(SystemError) -> Set<String> {
        try refresh()
        let now = time()
        let sessions = record.sessions.filter { $0.lastSeenAt + lifetime > now }
        for session in sessions where used.contains(session.id) { note(session) }
        return Set(sessions.map(\.id))
    }

    func signIn(code: String, address: String, label: String, at now: Duration) -> Outcome {
        if let wait = wait(for: address, at: now) { return .tooMany(wait) }
        guard let secret = Secret(typed: code) else { return .wrong }
        do throws(SystemError) {
            let metadata: Logger.Metadata = ["peer.address": "\(address)"]
            guard let cookie = try session(for: secret, address, label) else {
                logger.notice("wrong sign-in code", metadata: metadata)
                return .wrong
            }
            known[cookie.id] = cookie.token
            logger.notice(
                "signed in",
                metadata: metadata.merging(["session": "\(cookie.id)"]) { $1 }
            )
            return .accepted(cookie)
        } catch {
            logger.error("cannot sign in", metadata: ["reason": "\(error)"])
            return .failed
        }
    }

    /// Returns the time until an address may try again; `nil` if it may try now.
    ///
    /// An attempt from an address without recent attempts is not counted against the limit for all
    /// addresses, so that guesses from many addresses do not block other clients.
    private func wait(for address: String, at now: Duration) -> Duration? {
        let isFirst = addresses.isFull(address, at: now)
        if let wait = addresses.take(address, at: now) { return wait }
        guard !isFirst, let wait = allClients.take("", at: now) else { return nil }
        addresses.refund(address)
        return wait
    }

    private func session(
        for code: Secret,
        _ address: String,
        _ label: String
    ) throws(SystemError) -> SessionCookie? {
        let now = time()
        return try file.update { (record) throws(SystemError) in
            record.removeOld(at: now, lifetime: lifetime)
            guard record.redeem(at: now, code.matches) else { return nil }
            let token = Secret.token()
            let id = String(Secret.token().text.filter(\.isLetter).prefix(8))
            record.add(
                SignInRecord.Session(
                    id: id,
                    hash: try token.hash(),
                    label: label,
                    address: address,
                    createdAt: now,
                    lastSeenAt: now
                )
            )
            return SessionCookie(id: id, token: token.text)
        }
    }

    /// Changes the record to remove a session or a client; returns false if the change cannot be
    /// stored.
    func end(_ change: @Sendable (inout SignInRecord) -> Void) -> Bool {
        do throws(SystemError) {
            try file.update(change)
            return true
        } catch {
            logger.error("cannot end a sign-in", metadata: ["reason": "\(error)"])
            return false
        }
    }

    /// Reads the record again if its file was replaced, or could not be read.
    func refresh() throws(SystemError) {
        let current = file.stamp
        guard stamp != .some(current) else { return }
        do throws(SystemError) {
            record = try file.read()
            (stamp, fault) = (current, nil)
        } catch {
            // While the record cannot be read, a proof is neither accepted nor rejected.
            stamp = nil
            if fault != error {
                logger.error("cannot read the sign-in record", metadata: ["reason": "\(error)"])
            }
            fault = error
            throw error
        }
        let ids = Set(record.sessions.map(\.id))
        known = known.filter { ids.contains($0.key) }
    }

    private func note(_ session: SignInRecord.Session) {
        let now = time()
        let isRecent = session.lastSeenAt + min(Self.noteInterval, lifetime / 4) > now
        guard !isRecent || session.lastSeenAt > now else { return }
        // If this update is lost, the session may end earlier.
        try? file.update { record in
            record.removeOld(at: now, lifetime: lifetime)
            for index in record.sessions.indices where record.sessions[index].id == session.id {
                record.sessions[index].lastSeenAt = now
            }
        }
    }
}
