// SPDX-License-Identifier: Apache-2.0
package import Logging
package import StateModel
internal import StateProtocol
package import StateStore
internal import StateSystem
internal import SystemSupport
package import Varlink

/// The daemon's services, which pass each call to the tenant of its caller.
///
/// An instance belongs to the thread of its transport.
package final class Services: ServerHandler {
    package let control: Control
    let logger: Logger
    let transport: any ServerTransport
    private let directory: ServiceDirectory
    private let routes = Route.all
    private let opener: Opener
    /// The stores of other users that are being opened; `nil` if they are opened synchronously.
    var openings: StoreOpenings?
    private(set) var settings: ServiceSettings
    var tenants: [UInt32: Tenant] = [:]
    /// The tenants of the connections by number, which is hashed in half the time of an ID.
    var connections: [UInt64: Tenant] = [:]
    /// The time that was last passed to ``setDeadline``.
    private var deadline: Int?
    /// A function that passes the time of the next expiry, in milliseconds on CLOCK_BOOTTIME, to
    /// the watcher.
    private var setDeadline: (Int?) -> Void = { _ in }
    /// A function that is called with the directory of each store that is opened or written again.
    package var onFolder: (String) -> Void = { _ in }
    /// The handle to sync; `nil` if there is no remote store.
    var syncHandle: SyncHandle?

    /// Creates the services for the connections of `transport`.
    ///
    /// `opener` opens the store of the daemon's own user, and reopens stores. `backgroundOpener`
    /// opens the stores of other users; if it is `nil`, `opener` does.
    package init(
        transport: any ServerTransport,
        control: Control,
        settings: ServiceSettings,
        logger: Logger,
        backgroundOpener: BackgroundOpener? = nil,
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
        openings = backgroundOpener.map { begin in
            StoreOpenings { [unowned self] uid, damage throws(StoreError) in
                try begin(uid, self.settings.store(of: uid), damage)
            }
        }
    }

    /// Opens a user's store and restores its state, before the user's first call.
    package func open(_ uid: UInt32) throws(StoreError) {
        guard tenants[uid] == nil else { return }
        do throws(StoreError) {
            tenants[uid] = try makeTenant(uid, damage: nil)
        } catch  where error.kind == .corrupt {
            tenants[uid] = try makeTenant(uid, damage: error.message)
        }
        rearm()
    }

    /// Opens a user's store and returns a tenant for it.
    ///
    /// `damage` is the damage for which the store must be replaced; `nil` to open it unchanged.
    func makeTenant(_ uid: UInt32, damage: String?) throws(StoreError) -> Tenant {
        let start = ContinuousClock.now
        return try makeTenant(uid, try opener(uid, settings.store(of: uid), damage), since: start)
    }

    func makeTenant(
        _ uid: UInt32,
        _ opened: OpenedStore,
        since start: ContinuousClock.Instant
    ) throws(StoreError) -> Tenant {
        let tenant = Tenant(
            TenantContext(
                uid: uid,
                store: opened.store,
                clock: opened.clock,
                settings: settings,
                transport: transport,
                logger: logger
            ),
            opened.store
        )
        for finding in opened.findings { tenant.findings.report(finding, now: opened.clock.now()) }
        if settings.checksFile { tenant.files.beginCheck(now: opened.clock.now()) }
        let folder = Directory.parent(of: opened.store.options.path)
        // A weak reference would make every other reference to the services slower.
        tenant.files.onMoved = { [unowned self] in onFolder(folder) }
        onFolder(folder)
        tenant.findings.hasRecovery = !opened.findings.isEmpty
        try tenant.recovery.restoreAtStart()
        // At the start, clearances usually complete at once, before any call can see the remaining
        // points. Later, other users would have to wait for them.
        tenant.completeClearances(for: tenants.isEmpty ? .milliseconds(250) : .zero)
        tenant.files.fillReserve(now: opened.clock.now())
        tenant.context.metrics.restoreSeconds = (ContinuousClock.now - start) / .seconds(1)
        if uid == control.uid, let syncHandle {
            // A store that replaces a damaged one has another history, so sync starts from the
            // beginning.
            tenant.sync.connect(syncHandle)
            _ = syncHandle.request(.restart)
        }
        return tenant
    }

    package func apply(_ settings: ServiceSettings) {
        self.settings = settings
        for tenant in tenants.values { tenant.apply(settings) }
        rearm()
    }

    /// Stores all waiting data, ends all streams, and closes the stores, before the daemon stops.
    package func stop() {
        for tenant in tenants.values { tenant.context.isStopping = true }
        storeAll()
        for tenant in tenants.values {
            tenant.streams.endAll(reason: "the daemon is stopping")
            // SQLite copies and empties the log when the last connection closes.
            tenant.files.close()
        }
    }

    // MARK: ServerHandler

    /// Accepts a connection, or refuses it if its user is not permitted or the store cannot be
    /// opened.
    ///
    /// The connection's calls wait until the user's store is open.
    package func opened(_ connection: ConnectionID, peer: PeerCredentials) -> Admission {
        guard peer.uid == control.uid || control.multiUser else {
            logger.notice(
                "connection refused",
                metadata: [
                    "uid": "\(peer.uid)", "reason": "this user is not allowed to use the daemon",
                ]
            )
            return .refused
        }
        if tenants[peer.uid] == nil, peer.uid != control.uid, openings != nil {
            // The opening begins later in the turn, because the transport does not know the
            // connection yet.
            openings?.add(connection, of: peer.uid)
            return .later
        }
        do throws(StoreError) {
            try open(peer.uid)
        } catch {
            logger.error("cannot open the store", metadata: ["reason": "\(error.message)"])
            return .refused
        }
        if let tenant = tenants[peer.uid] { connect(connection, to: tenant) }
        return .admitted
    }

    func connect(_ connection: ConnectionID, to tenant: Tenant) {
        connections[connection.number] = tenant
        tenant.context.connections.insert(connection)
    }

    package func weigh(_ call: inout Call) -> CallWeight {
        call.route = number(of: call.method)
        if let route = call.route { return routes[route].weight }
        return call.method == "org.varlink.service.GetInfo" ? .light : .heavy
    }

    /// Returns the index of a method's route; Save's is the first, so it takes one comparison.
    private func number(of method: String) -> Int? {
        // In a debug build, firstIndex(where:) allocates memory for each route.
        for number in routes.indices where routes[number].name == method { return number }
        return nil
    }

    package func received(_ call: Call, from connection: ConnectionID) -> CallDisposition {
        guard let tenant = connections[connection.number] else { return .next }
        // A long call has no route yet, because it is parsed only when it is executed.
        if let route = call.route ?? number(of: call.method) {
            return routes[route].carryOut(
                Route.Arrival(call: call, connection: connection, tenant: tenant, services: self)
            )
        }
        guard !call.oneway else { return .next }
        let message = directory.answer(call)
        tenant.queue.answer(
            message ?? StateError.methodNotImplemented(call.method).message,
            to: connection
        )
        return .next
    }

    package func becameWritable(_ connection: ConnectionID) {
        connections[connection.number]?.streams.becameWritable(connection)
        connections[connection.number]?.syncStatus.becameWritable(connection)
    }

    package func closed(_ connection: ConnectionID) {
        if connections[connection.number] == nil { openings?.remove(connection) }
        connections.removeValue(forKey: connection.number)?.closed(connection)
    }

    /// Commits the writes of each tenant and releases their replies.
    package func turnEnded() {
        for tenant in tenants.values { tenant.turnEnded() }
        // A client that has read a value can rely on receiving its expiry.
        armDeadline()
    }

    /// Publishes the committed changes of each tenant.
    package func turnAnswered() {
        for tenant in tenants.values { tenant.turnAnswered() }
    }

    /// Runs the upkeep of each tenant, and replaces stores if necessary.
    package func turnSent() {
        admitOpened()
        for tenant in tenants.values { tenant.turnSent() }
        replaceDamagedStores()
        replaceRestored()
        armWake()
    }

    /// Performs the work, such as expiries, that is due; also called after the clock was set and
    /// after the machine slept.
    package func woken() {
        for tenant in tenants.values { tenant.woken() }
    }

    func rearm() {
        armWake()
        armDeadline()
    }

    private func armWake() {
        var delay: Int?
        for tenant in tenants.values {
            let now = tenant.clock.now()
            guard let wake = tenant.nextWake(now: now) else { continue }
            // Rounded up, because a wake-up that is a millisecond early would find nothing due.
            delay = min(delay ?? .max, max(0, wake - now))
        }
        if openings?.isEmpty == false {
            delay = min(delay ?? .max, Self.openingIntervalMilliseconds)
        }
        // Trusted time may be corrected in the meantime, so no wait is longer than an hour.
        transport.wake(afterMilliseconds: delay.map { min($0, 3_600_000) })
    }

    /// Passes the time of the next expiry, in milliseconds on CLOCK_BOOTTIME, to a watcher, now and
    /// after each change.
    ///
    /// The transport's timers stop while the machine sleeps. The watcher therefore calls
    /// ``woken()`` at the expiry, or at the wake-up if the machine was asleep then.
    package func watchDeadline(_ set: @escaping (Int?) -> Void) {
        deadline = nil
        setDeadline = set
        rearm()
    }

    func armDeadline() {
        var first: Int?
        for tenant in tenants.values {
            if let next = tenant.deadline { first = min(first ?? .max, next) }
        }
        guard first != deadline else { return }
        deadline = first
        setDeadline(first)
    }
}
