// SPDX-License-Identifier: Apache-2.0
package import SyncModel
internal import Synchronization
internal import SystemSupport

/// A remote in a NATS JetStream cluster.
///
/// One stream holds everything; the servers keep no consumer or other state for a device. One plain
/// subscription reports changes.
package final class NATSRemote: SerialRemote {
    /// The capabilities of a JetStream cluster.
    ///
    /// An acknowledged record survives a power cut only with a `sync_interval` that clients cannot
    /// see. Each outcome of a push therefore says whether the administrator has declared it.
    package let capabilities: RemoteCapabilities
    private let stream: Mutex<NATSStream>
    private let found = Mutex(RemoteFindings())
    private let listener: NATSListener
    private let queue = BlockingQueue(
        label: "stated.nats",
        refusal: RemoteError.offline("the NATS server does not answer")
    )

    /// Creates a remote that connects on the first call.
    ///
    /// - Parameters:
    ///   - place: The servers, and the name of the store.
    ///   - files: The credentials and TLS files.
    ///   - origin: This device.
    ///   - known: The expected identity of the store; `nil` if none is known yet.
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

    /// Runs `body` with the stream on the thread of the remote.
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

    /// The messages that cannot be read.
    package var findings: RemoteFindings { found.withLock { $0 } }

    /// Returns a stream of signals about records of other devices, and about the end of a
    /// connection.
    package func notifications() -> AsyncStream<RemoteNotification> {
        listener.notifications()
    }
}
