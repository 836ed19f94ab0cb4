// SPDX-License-Identifier: Apache-2.0
package import SyncModel
internal import Synchronization
internal import SystemSupport

/// A remote in a folder that all devices share, for example by Syncthing, NFS, Nextcloud or a USB
/// stick.
///
/// A device appends records to files that only it writes, and reads the files of the other devices.
package final class FolderRemote: SerialRemote {
    package let capabilities = RemoteCapabilities(comparesAndSwaps: false, needsNetwork: false)
    private let sharedFolder: Mutex<SharedFolder>
    private let found = Mutex(RemoteFindings())
    private let queue = BlockingQueue(
        label: "stated.folder",
        refusal: RemoteError.offline("the folder's disk does not answer")
    )
    private let path: String
    private let origin: Origin
    private let pollInterval: Int

    /// Creates a remote in the folder at `path`.
    ///
    /// - Parameters:
    ///   - path: The path of the folder, which must exist.
    ///   - origin: The origin of this device.
    ///   - known: The expected identity of the folder; `nil` if none is known yet.
    ///   - mirror: The directory for private copies of this device's files; `nil` to keep none. A
    ///     file that the program that shares the folder has damaged is repaired from its copy.
    ///   - pollInterval: The interval between checks for changes that inotify does not report, in
    ///     milliseconds.
    ///   - random: The generator of the random numbers in names.
    ///   - meanwhile: A function that is called between two steps, where another program could
    ///     change the folder; tests use it to do so.
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
        sharedFolder = Mutex(
            SharedFolder(
                root: path,
                origin: origin,
                known: known,
                mirror: mirror,
                random: FolderRandom(random),
                meanwhile: meanwhile
            )
        )
    }

    package func run<Value: Sendable>(
        _ body: @escaping @Sendable (inout SharedFolder) throws -> Value
    ) async throws -> Value {
        try await queue.run { [self] in
            try sharedFolder.withLock { sharedFolder in
                defer {
                    let findings = sharedFolder.findings
                    found.withLock { $0 = findings }
                }
                return try body(&sharedFolder)
            }
        }
    }

    package var findings: RemoteFindings { found.withLock { $0 } }

    /// Returns a stream of notifications that other devices may have changed the folder.
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
