// SPDX-License-Identifier: Apache-2.0
package import SyncModel
internal import Synchronization
internal import SystemSupport

/// A remote in a folder that all devices share, for example by Syncthing, NFS, Nextcloud or a USB
/// stick.
///
/// A device writes its records to new files, and reads the files of all devices.
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

    /// Creates a remote in the folder at `path`, which must exist.
    ///
    /// `mirror` is the directory for private copies of this device's files, from which damaged
    /// files are repaired. `pollInterval` is the interval between checks for changes that inotify
    /// does not report, in milliseconds.
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
                random: random,
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
