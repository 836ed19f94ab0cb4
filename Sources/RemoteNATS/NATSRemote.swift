// SPDX-License-Identifier: Apache-2.0
package import SyncModel
internal import Synchronization
internal import SystemSupport

/// A remote in a NATS JetStream cluster.
///
/// One stream contains all data. Instead of a consumer on the servers, a device has a plain
/// subscription to changes, and stores its read position locally.
package final class NATSRemote: SerialRemote {
    /// The capabilities of a JetStream cluster.
    ///
    /// The server's `sync_interval`, which clients cannot see, decides whether an acknowledged
    /// record survives a power cut. Each outcome of a push therefore contains what the
    /// administrator has declared about it.
    package let capabilities: RemoteCapabilities
    private let stream: Mutex<NATSStream>
    private let found = Mutex(RemoteFindings())
    private let listener: NATSListener
    private let queue = BlockingQueue(
        label: "stated.nats",
        refusal: RemoteError.offline("the NATS server does not answer")
    )

    /// Creates a remote that connects on the first call.
    package init(
        _ place: NATSPlace,
        files: RemoteFiles = RemoteFiles(),
        origin: Origin,
        known: RemoteIdentity?
    ) {
        capabilities = RemoteCapabilities(
            comparesAndSwaps: true,
            needsNetwork: !place.isOnThisMachine
        )
        listener = NATSListener(own: "\(origin).")
        stream = Mutex(
            NATSStream(place, files, origin: origin, known: known, listener: listener)
        )
    }

    package func run<Value: Sendable>(
        _ body: @escaping @Sendable (inout NATSStream) throws -> Value
    ) async throws -> Value {
        try await queue.run { [self] in
            try stream.withLock { stream in
                defer { found.withLock { $0 = stream.findings } }
                return try body(&stream)
            }
        }
    }

    package var findings: RemoteFindings { found.withLock { $0 } }

    /// Returns a stream of notifications: changes by other devices, and the end of a connection.
    package func notifications() -> AsyncStream<RemoteNotification> {
        listener.notifications()
    }
}
