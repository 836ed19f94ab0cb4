internal import Logging
internal import StateModel
internal import StateServices
internal import StateStore
internal import StateSystem

/// Opens the store of a user where the configuration says that it lies.
final class StoreOpener {
    private let configuration: Configuration
    private let clocks: any MachineClocks
    private let logger: Logger
    /// Kept while stores come and go: nobody else may have them as long as this process lives.
    private var locks: [UInt32: StoreLock] = [:]

    /// An opener for that configuration.
    init(configuration: Configuration, clocks: any MachineClocks, logger: Logger) {
        self.configuration = configuration
        self.clocks = clocks
        self.logger = logger
    }

    /// Opens it; a damaged one is replaced by its newest good backup.
    ///
    /// - Parameters:
    ///   - uid: whose store.
    ///   - damage: what is known to be wrong with it; nil: nothing is.
    /// - Returns: the store, its clock, and what a person should know.
    /// - Throws: ``StoreError`` if it cannot be opened, or another process has it.
    func open(
        _ uid: UInt32,
        damage: String?
    ) throws(StoreError) -> (store: Store, clock: TrustedClock, findings: [StorageFinding]) {
        let path = path(of: uid)
        do throws(SystemError) {
            try Directory.create(Directory.parent(of: path))
        } catch {
            throw StoreError(.inputOutput, "\(error)")
        }
        let lock: StoreLock
        if let own = locks[uid] { lock = own } else { lock = try StoreLock(store: path) }
        locks[uid] = lock
        let opened = try Store.open(
            options(path, of: uid),
            lock: lock,
            now: clocks.reading().wall,
            damage: damage
        )
        let figures = opened.store.figures
        let clock = TrustedClock(
            clocks: clocks,
            restored: try opened.store.clockRecord().flatMap { TrustedTimeRecord(text: $0) },
            lastStored: figures.lastSequence > 0 ? figures.lastTime : nil
        )
        let finding = opened.recovery.flatMap {
            StorageFinding($0, at: path, opened.store.logLoss)
        }
        return (opened.store, clock, finding.map { [$0] } ?? [])
    }

    private func path(of uid: UInt32) -> String {
        guard configuration.multiUser else { return configuration.store }
        let folder = Directory.parent(of: configuration.store)
        return "\(folder)/\(uid)/\(configuration.store.dropFirst(folder.count + 1))"
    }

    private func options(_ path: String, of uid: UInt32) -> Store.Options {
        var options = Store.Options(path: path)
        options.copyFolder = Directory.parent(of: configuration.socket)
        options.device = configuration.device
        options.machine = Machine.identity ?? ""
        options.historyPerItem = configuration.historyPerItem
        options.historyRetention = configuration.historyRetention.wholeMilliseconds
        options.historyBytes = configuration.historyBytes
        options.pointLimit = configuration.limits.points
        options.byteLimit = configuration.limits.bytesPerUID
        options.eventLimit = configuration.limits.events
        // One remote holds what one person does: that of the daemon's own user.
        options.syncs = configuration.remote != nil && uid == Machine.userID
        options.keepEvents(for: configuration.eventRetention.wholeMilliseconds)
        options.keepsUnsyncedEvents = options.syncs
        return options
    }
}
