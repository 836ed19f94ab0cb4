// SPDX-License-Identifier: Apache-2.0
internal import StateConfiguration
internal import StateModel
internal import StateServices
internal import StateStore
internal import StateSystem
import SystemSupport

final class StoreOpener {
    private let configuration: Configuration
    private let clocks: any MachineClocks
    /// The locks of the stores, by user.
    ///
    /// A lock is never released, so that no other process can take a store while it is being
    /// reopened.
    private var locks: [UInt32: StoreLock] = [:]

    init(configuration: Configuration, clocks: any MachineClocks) {
        self.configuration = configuration
        self.clocks = clocks
    }

    /// Opens a store; if it is damaged, replaces it with its newest intact backup or, if there is
    /// none, with an empty store.
    ///
    /// `damage` is a description of known damage; `nil` if none is known.
    func open(
        _ uid: UInt32,
        _ settings: StoreSettings,
        damage: String?
    ) throws(StoreError) -> Services.OpenedStore {
        let path = path(of: uid)
        return try finish(
            try Store.open(
                options(path, settings),
                lock: try lock(path, of: uid),
                now: clocks.reading().wall,
                damage: damage
            ),
            at: path
        )
    }

    /// Starts to open a store, or to replace a damaged one, on another thread; throws an error if
    /// another process has the store open.
    ///
    /// The returned function returns the store once it is open, and `nil` before.
    func begin(
        _ uid: UInt32,
        _ settings: StoreSettings,
        damage: String?
    ) throws(StoreError) -> Services.StorePoll {
        let path = path(of: uid)
        let options = options(path, settings)
        let lock = Handover(value: try lock(path, of: uid))
        let now = clocks.reading().wall
        let opening = BackgroundResult(isAwaited: true) { _ in
            Handover(
                value: Result { () throws(StoreError) in
                    try Store.open(options, lock: lock.value, now: now, damage: damage)
                }
            )
        }
        return { [self] in
            guard let outcome = opening.value?.value else { return nil }
            return Result { () throws(StoreError) in try finish(try outcome.get(), at: path) }
        }
    }

    /// A value that one thread gives up before another thread takes it.
    private struct Handover<Value>: @unchecked Sendable {
        // Safe, because only the opening thread uses the lock and the store until the store is
        // open. From then on, that thread uses neither.
        let value: Value
    }

    private func lock(_ path: String, of uid: UInt32) throws(StoreError) -> StoreLock {
        do throws(SystemError) {
            try Directory.create(Directory.parent(of: path))
        } catch {
            throw StoreError(.inputOutput, "\(error)")
        }
        let lock: StoreLock
        if let own = locks[uid] { lock = own } else { lock = try StoreLock(store: path) }
        locks[uid] = lock
        return lock
    }

    private func finish(
        _ opened: (store: Store, recovery: Store.Recovery?),
        at path: String
    ) throws(StoreError) -> Services.OpenedStore {
        let statistics = opened.store.log.statistics
        let clock = TrustedClock(
            clocks: clocks,
            restored: try opened.store.log.clockRecord().flatMap { TrustedTimeRecord(text: $0) },
            lastStored: statistics.lastSequence > .start ? statistics.lastTime : nil
        )
        let finding = opened.recovery.flatMap { StorageFinding($0, at: path) }
        return (opened.store, clock, finding.map { [$0] } ?? [])
    }

    private func path(of uid: UInt32) -> String {
        guard configuration.multiUser else { return configuration.store }
        let folder = Directory.parent(of: configuration.store)
        return "\(folder)/\(uid)/\(configuration.store.dropFirst(folder.count + 1))"
    }

    private func options(_ path: String, _ settings: StoreSettings) -> Store.Options {
        var options = Store.Options(path: path)
        options.copyFolder = Directory.parent(of: configuration.socket)
        options.device = configuration.device
        options.machine = Machine.identity ?? ""
        options.settings = settings
        return options
    }
}
