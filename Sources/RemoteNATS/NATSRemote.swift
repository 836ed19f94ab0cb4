// SPDX-License-Identifier: Apache-2.0
package import SyncModel
internal import Synchronization
internal import SystemSupport

/// A remote in a NATS JetStream cluster.
///
/// A stream holds everything; servers keep no consumer or other state of a device. Its news come by
/// one plain subscription.
package final class NATSRemote: Remote {
    /// The capabilities of a JetStream cluster.
    ///
    /// An acknowledged record survives a power cut only with a `sync_interval` that clients cannot
    /// see; each outcome of a push says whether the administrator promises it.
    package let capabilities: RemoteCapabilities
    private let stream: Mutex<NATSStream>
    private let found = Mutex(RemoteFindings())
    private let listener: NATSListener
    private let queue = BlockingQueue(
        label: "stated.nats",
        refusal: RemoteError.offline("the NATS server does not answer")
    )

    /// Creates a remote that connects when it is first called.
    ///
    /// - Parameters:
    ///   - place: the servers, and the name of the store.
    ///   - security: the files by which this device and the servers know each other.
    ///   - origin: this device.
    ///   - known: the expected identity of the store; `nil` if none is known yet.
    package init(
        _ place: NATSPlace,
        security: NATSSecurity = NATSSecurity(),
        origin: Origin,
        known: RemoteIdentity?
    ) {
        capabilities = RemoteCapabilities(
            hasDurableAcknowledgements: false,
            comparesAndSwaps: true,
            notifies: true,
            needsNetwork: !place.isOnThisMachine,
            keepsTombstones: true,
            cursor: .exact
        )
        listener = NATSListener(own: "\(origin).")
        stream = Mutex(
            NATSStream(place, security, origin: origin, known: known, listener: listener)
        )
    }

    private func run<Value: Sendable>(
        _ body: @escaping @Sendable (inout NATSStream) throws -> Value
    ) async throws -> Value {
        try await queue.run { [self] in
            try stream.withLock { stream in
                defer { found.withLock { $0 = stream.findings } }
                return try body(&stream)
            }
        }
    }

    /// The messages that cannot be read.
    package var findings: RemoteFindings { found.withLock { $0 } }

    /// Finds or makes the stream, and returns its identity.
    package func setUp() async throws -> RemoteIdentity {
        try await run { try $0.setUp() }
    }

    /// Checks that the servers answer and the stream can be used, if there is one; makes nothing.
    package func look() async throws {
        try await run { try $0.look() }
    }

    /// Stores records and returns their outcomes.
    package func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome] {
        try await run { try $0.push(batch) }
    }

    /// Returns a page of the records after the cursor.
    package func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage {
        try await run { try $0.page(after: cursor, limit: limit) }
    }

    /// Stores this device's presence.
    package func report(_ presence: DevicePresence) async throws {
        try await run { try $0.report(presence) }
    }

    /// Returns the presences of all devices.
    package func devices() async throws -> [DevicePresence] {
        try await run { try $0.devices() }
    }

    /// Empties a device's presence.
    package func forget(_ device: UInt64) async throws {
        try await run { try $0.forget(device) }
    }

    /// Returns a stream of notifications about records of other devices, and about the end of a
    /// connection.
    package func notifications() -> AsyncStream<RemoteNotification> {
        listener.notifications()
    }
}
