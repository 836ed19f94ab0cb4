package import Logging
internal import StateModel
internal import StateProtocol
package import StateStore
package import StateSystem
package import Varlink

/// Everything that the daemon offers: each call goes to the caller's own space.
///
/// Lives on the thread of the transport that it is given.
package final class Services: ServerHandler {
    /// Opens a user's store, or replaces it because of the damage that is named.
    package typealias Opener = (UInt32, String?) throws(StoreError) -> (
        store: Store, clock: TrustedClock, findings: [StorageFinding]
    )

    let control: Control
    let logger: Logger
    let transport: any ServerTransport
    private let directory: ServiceDirectory
    private let opener: Opener
    private var settings: ServiceSettings
    var spaces: [UInt32: Space] = [:]
    var connections: [ConnectionID: Space] = [:]
    var deadline = Deadline()
    /// Called with the directory of each store that is opened, and of one that was written back.
    package var onFolder: (String) -> Void = { _ in }
    /// How sync is reached; nil: there is no remote store.
    var syncLine: SyncLine?

    /// Services for connections of `transport`.
    package init(
        transport: any ServerTransport,
        control: Control,
        settings: ServiceSettings,
        logger: Logger,
        opener: @escaping Opener
    ) {
        self.transport = transport
        self.control = control
        self.settings = settings
        self.logger = logger
        self.opener = opener
        directory = ServiceDirectory(
            vendor: "stated",
            product: "stated",
            version: control.version,
            url: "man:stated(8)",
            interfaces: StateInterfaces.texts
        )
    }

    /// Opens a user's space and brings its state back, before anybody asks.
    package func open(_ uid: UInt32) throws(StoreError) {
        guard spaces[uid] == nil else { return }
        do throws(StoreError) {
            spaces[uid] = try makeSpace(uid, damage: nil)
        } catch  where error.kind == .corrupt {
            spaces[uid] = try makeSpace(uid, damage: error.message)
        }
        rearm()
    }

    func makeSpace(_ uid: UInt32, damage: String?) throws(StoreError) -> Space {
        let start = ContinuousClock.now
        let opened = try opener(uid, damage)
        let space = Space(
            uid: uid,
            store: opened.store,
            clock: opened.clock,
            settings: settings,
            transport: transport,
            logger: logger
        )
        for finding in opened.findings { space.report(finding, now: opened.clock.now()) }
        if settings.checksFile { space.check = StoreCheck(path: opened.store.options.file) }
        try space.mendAtStart(now: opened.clock.now())
        let folder = Directory.parent(of: opened.store.options.path)
        space.onFilesMoved = { [weak self] in self?.onFolder(folder) }
        onFolder(folder)
        space.hasRecovery = !opened.findings.isEmpty
        try space.restore()
        space.fillReserve(now: opened.clock.now())
        // When the start of it all is over.
        space.store.putOffScrub(until: opened.clock.now() + 1_000)
        space.metrics.restoreSeconds = (ContinuousClock.now - start) / .seconds(1)
        if uid == control.uid, let syncLine {
            // Another store took the place of one that was damaged: it lives another life.
            space.connect(syncLine)
            syncLine.request(.restart, 0)
        }
        return space
    }

    /// Puts new settings in force.
    package func apply(_ settings: ServiceSettings) {
        self.settings = settings
        for space in spaces.values { space.apply(settings) }
        rearm()
    }

    /// Reads the configuration again, as a signal asked for.
    package func reload() throws(ReloadRefusal) -> [String] {
        try control.reload()
    }

    /// Stores what waits and ends every stream: the daemon is about to stop.
    package func stop() {
        storeAll()
        for space in spaces.values {
            space.hub.endAll(why: "the daemon stops")
            space.followers.endAll(why: "the daemon stops")
        }
    }

    // MARK: ServerHandler

    package func opened(_ connection: ConnectionID, peer: PeerCredentials) -> Bool {
        guard peer.uid == control.uid || control.multiUser else {
            logger.notice("peer.refused", metadata: ["uid": "\(peer.uid)"])
            return false
        }
        do throws(StoreError) {
            try open(peer.uid)
        } catch {
            logger.error("store.unavailable", metadata: ["why": "\(error.message)"])
            return false
        }
        connections[connection] = spaces[peer.uid]
        spaces[peer.uid]?.connections.insert(connection)
        return true
    }

    package func weight(of call: Call) -> CallWeight {
        call.method == Playback.Save.name || Self.light.contains(call.method) ? .light : .heavy
    }

    /// The methods that are about one item, one player, one event or one alert.
    private static let light: Set<String> = [
        Playback.Get.name, Playback.Resume.name, Playback.Clear.name, Events.Append.name,
        Session.Attach.name, Session.SetPhase.name, Session.DismissAlert.name,
        Session.RetryAlert.name, Session.DescribePlayer.name, Session.ForgetPlayer.name,
        "org.varlink.service.GetInfo",
    ]

    package func received(_ call: Call, from connection: ConnectionID) -> CallDisposition {
        guard let space = connections[connection] else { return .next }
        // Far more often than all others together: whose it is need not be looked up.
        if call.method == Playback.Save.name {
            space.noteCall()
            save(call, from: connection, in: space)
            return .next
        }
        if let message = directory.answer(call) {
            if !message.isEmpty { space.answer(message, to: connection) }
            return .next
        }
        space.noteCall()
        return dispatch(call, from: connection, in: space)
    }

    package func becameWritable(_ connection: ConnectionID) {
        connections[connection]?.hub.becameWritable(connection)
        connections[connection]?.followers.becameWritable(connection)
        connections[connection]?.tellLateMonitor(connection)
    }

    package func closed(_ connection: ConnectionID) {
        connections.removeValue(forKey: connection)?.closed(connection)
    }

    package func turnEnded() {
        for space in spaces.values { space.turnEnded() }
        // Whoever reads that a value stands may rely on its end being watched for.
        armDeadline()
    }

    package func turnAnswered() {
        for space in spaces.values { space.turnAnswered() }
    }

    package func turnSent() {
        for space in spaces.values { space.turnSent() }
        replaceDamaged()
        reopenWritable()
        replaceRestored()
        armWake()
    }

    package func woken() {
        for space in spaces.values { space.woken() }
    }

    /// Asks to be woken when the first space has something to do, or something of it expires.
    func rearm() {
        armWake()
        armDeadline()
    }

    private func armWake() {
        var delay: Int?
        for space in spaces.values {
            let now = space.clock.now()
            guard let wake = space.nextWake(now: now) else { continue }
            // Rounded up: a millisecond too late is right, one too early is for nothing.
            delay = min(delay ?? .max, max(0, wake - now))
        }
        // Trusted time may be put right meanwhile, so nobody sleeps longer than an hour on it.
        transport.wake(afterMilliseconds: delay.map { min($0, 3_600_000) })
    }

    func armDeadline() {
        var first: Int?
        for space in spaces.values {
            if let next = space.deadline { first = min(first ?? .max, next) }
        }
        deadline.arm(first)
    }
}
