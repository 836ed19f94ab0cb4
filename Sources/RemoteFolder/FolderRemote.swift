package import StateModel
internal import Synchronization

/// A remote that any folder can be: one that Syncthing, NFS, Nextcloud or a stick carries.
///
/// Each device appends to files that it alone writes, and reads those of the others.
package final class FolderRemote: Remote {
    package let capabilities = RemoteCapabilities(
        hasDurableAcknowledgements: true,
        comparesAndSwaps: false,
        notifies: true,
        needsNetwork: false,
        keepsTombstones: true,
        cursor: .exact
    )
    private let shelf: Mutex<FolderShelf>
    private let found = Mutex(RemoteFindings())
    private let queue = FolderQueue()
    private let path: String
    private let origin: Origin
    private let pollInterval: Int

    /// The folder at `path`.
    ///
    /// - Parameters:
    ///   - path: where it is; it must be there, and is never made.
    ///   - origin: this device.
    ///   - known: the folder that it must be; nil: none is known yet.
    ///   - mirror: the directory for private copies of what this device writes, by which it mends what a
    ///     carrier damages; nil: none are kept.
    ///   - pollInterval: how often to look where nothing tells of changes, in milliseconds.
    ///   - random: where names come from.
    ///   - meanwhile: called when something that is not ours may happen to the folder.
    package init(
        path: String,
        origin: Origin,
        known: RemoteIdentity?,
        mirror: String? = nil,
        pollInterval: Int = 4_000,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        meanwhile: @escaping @Sendable (FolderMoment) -> Void = { _ in }
    ) {
        self.path = path
        self.origin = origin
        self.pollInterval = pollInterval
        shelf = Mutex(
            FolderShelf(
                root: path,
                origin: origin,
                known: known,
                mirror: mirror,
                random: FolderRandom(random),
                meanwhile: meanwhile
            )
        )
    }

    private func run<Value: Sendable>(
        _ body: @escaping @Sendable (inout FolderShelf) throws -> Value
    ) async throws -> Value {
        try await queue.run { [self] in
            try shelf.withLock { shelf in
                defer {
                    let findings = RemoteFindings(damaged: shelf.damage.all, mended: shelf.mended)
                    found.withLock { $0 = findings }
                }
                return try body(&shelf)
            }
        }
    }

    package var findings: RemoteFindings { found.withLock { $0 } }

    package func setUp() async throws -> RemoteIdentity {
        try await run { try $0.setUp() }
    }

    package func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome] {
        try await run { try $0.push(batch) }
    }

    package func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage {
        try await run { try $0.page(after: cursor, limit: limit) }
    }

    package func report(_ presence: DevicePresence) async throws {
        try await run { try $0.report(presence) }
    }

    package func devices() async throws -> [DevicePresence] {
        try await run { try $0.devices() }
    }

    package func forget(_ device: UInt64) async throws {
        try await run { try $0.forget(device) }
    }

    package func notifications() -> AsyncStream<RemoteNotification> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
            let layout = FolderLayout(root: path)
            let watch = FolderWatch(layout, except: origin, pollInterval: pollInterval) {
                listener.yield(RemoteNotification())
            }
            listener.onTermination = { _ in watch.stop() }
        }
    }
}
