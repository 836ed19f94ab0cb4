// SPDX-License-Identifier: Apache-2.0

/// A store that all devices of a user share; each kind of store has a driver.
///
/// Its functions throw ``RemoteError``, or CancellationError when cancelled. Calls are sequential.
/// Remotes are not trusted: records may be lost, late, repeated or reordered.
package protocol Remote: Sendable {
    /// The properties of the driver on which sync depends.
    var capabilities: RemoteCapabilities { get }

    /// Prepares the remote, and returns its identity.
    ///
    /// The function is idempotent, and creates nothing if the known remote is missing.
    func setUp() async throws -> RemoteIdentity

    /// Checks that an existing remote can be used, without changing it.
    func look() async throws

    /// Stores records, and returns the outcome of each, in order.
    ///
    /// A remote that reverts to an older state during a push must refuse the rest of it.
    ///
    /// Events are stored in order. After an event that is not stored, no later event of the same
    /// origin is stored; their outcome is ``PushOutcome/transient(after:)`` with 0.
    func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome]

    /// Returns the records stored since `cursor`; all records if that is `nil`.
    func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage

    /// Reports this device's presence to the others.
    func report(_ presence: DevicePresence) async throws

    /// Returns the presences of all devices whose contents are also readable here.
    func devices() async throws -> [DevicePresence]

    /// Removes a device from the list, so that tombstones no longer wait for it.
    func forget(_ device: UInt64) async throws

    /// The damage found by the last call.
    var findings: RemoteFindings { get }

    /// Returns a stream of signals that the remote may have changed.
    ///
    /// Only the newest signal matters; the stream ends with the task of its reader.
    func notifications() -> AsyncStream<RemoteNotification>
}

extension Remote {
    /// No findings by default.
    package var findings: RemoteFindings { RemoteFindings() }
}

/// The damage that a driver found in a remote.
package struct RemoteFindings: Sendable, Equatable {
    /// The maximum number of damaged parts that are listed.
    package static let listed = 20

    /// The first damaged parts, ordered by path.
    package var damaged: [RemoteDamage] = []
    /// The total number of damaged parts.
    package var damagedCount = 0
    /// The paths of this device's files that were damaged and rewritten.
    package var mended: [String] = []
    /// True if the remote may lose its newest acknowledged records, for example in a power failure.
    package var isVolatile = false

    /// Creates empty findings.
    package init() {}

    /// Lists and counts a damaged part, unless it is listed already or the list is full.
    package mutating func note(_ damage: RemoteDamage) {
        guard damaged.count < Self.listed, !damaged.contains(damage) else { return }
        damaged.append(damage)
        damagedCount += 1
    }
}

/// An unusable part of a remote.
package struct RemoteDamage: Sendable, Hashable {
    /// The device that wrote it.
    package var origin: Origin
    /// The path of the file or directory.
    package var path: String
    /// A human-readable reason.
    package var reason: String
    /// True if the part is missing and may still arrive.
    package var isMissing = false

    /// The end of the reason for a file with some unreadable records.
    package static let unreadRecord =
        "because they are damaged or from a later version of stated; the others are read"

    /// Creates a finding of damage from its members.
    package init(origin: Origin, path: String, reason: String) {
        self.origin = origin
        self.path = path
        self.reason = reason
    }
}

/// The properties of a driver on which sync depends.
package struct RemoteCapabilities: Sendable, Equatable {
    /// True if the remote can store a value on condition that it replaces the expected one.
    package var comparesAndSwaps: Bool
    /// True if the remote is reached over the network.
    package var needsNetwork: Bool

    /// Creates capabilities from their members.
    package init(comparesAndSwaps: Bool, needsNetwork: Bool) {
        self.comparesAndSwaps = comparesAndSwaps
        self.needsNetwork = needsNetwork
    }
}

/// The identity of a remote, and its epoch.
package struct RemoteIdentity: Sendable, Hashable {
    /// The random name of the remote.
    package var name: String
    /// The epoch, which changes when the remote may have lost records; 0 if unknown.
    package var epoch: Int

    /// Creates an identity from its members.
    package init(name: String, epoch: Int) {
        self.name = name
        self.epoch = epoch
    }
}

/// A signal about a possible change.
package struct RemoteNotification: Sendable, Equatable {
    /// Creates a notification.
    package init() {}
}

/// The reason why a call to a remote failed.
package enum RemoteError: Error, Sendable, Equatable {
    /// The remote is unreachable, or is not the expected one.
    case offline(String)
    /// The call failed, but may succeed later.
    case transient(String)
    /// The call fails until the user changes something.
    case permanent(String)

    /// A human-readable reason.
    package var reason: String {
        switch self {
        case .offline(let reason), .transient(let reason), .permanent(let reason): reason
        }
    }
}
