// SPDX-License-Identifier: Apache-2.0

/// A store that all devices of a person share, with one driver for each kind of store.
///
/// Its functions throw ``RemoteError``, or CancellationError when cancelled. Only one is called at
/// a time. Nothing here is trusted: records may be lost, or may come late, twice or in another
/// order.
package protocol Remote: Sendable {
    /// The facts about the driver that sync depends on.
    var capabilities: RemoteCapabilities { get }

    /// Prepares the remote, and returns its identity.
    ///
    /// The function is idempotent: it never makes a second remote, and makes none at all if the
    /// known one is missing.
    func setUp() async throws -> RemoteIdentity

    /// Checks that the remote can be used, if there is one; makes and changes nothing.
    func look() async throws

    /// Stores records, and returns the outcome of each, in order.
    ///
    /// If the remote goes back to an older state during a push, the rest of the push is refused: a
    /// remote that reports epochs accepts it only for the epoch of the last ``setUp()``.
    ///
    /// Events are stored in the batch's order. After an event that is not stored, for now or for
    /// good, no event of the same origin is stored; their outcome is
    /// ``PushOutcome/transient(after:)`` with 0.
    func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome]

    /// Returns the records stored since `cursor`; all records if that is `nil`.
    func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage

    /// Reports to other devices what this one has seen.
    func report(_ presence: DevicePresence) async throws

    /// Returns the presences of all devices, as far as all that they refer to can be read here,
    /// too.
    func devices() async throws -> [DevicePresence]

    /// Removes a device from the list: tombstones stop waiting for it.
    func forget(_ device: UInt64) async throws

    /// The damage in the parts of the remote, as the last call found it.
    var findings: RemoteFindings { get }

    /// Returns a stream that signals that the remote may have changed.
    ///
    /// Only the newest signal matters; the stream ends with its reader's task.
    func notifications() -> AsyncStream<RemoteNotification>
}

extension Remote {
    /// The default: no findings.
    package var findings: RemoteFindings { RemoteFindings() }
}

/// The damage that a driver found in a remote.
package struct RemoteFindings: Sendable, Equatable {
    /// The most parts that are listed.
    package static let listed = 20

    /// The first of the parts that cannot be used, in the order of their paths.
    package var damaged: [RemoteDamage] = []
    /// The number of all parts that cannot be used.
    package var damagedCount = 0
    /// The paths of this device's own files that were damaged and that it has written again.
    package var mended: [String] = []
    /// True if the remote may lose what it acknowledged last, in a power cut for example.
    package var isVolatile = false

    /// Creates empty findings.
    package init() {}

    /// Notes a part that cannot be used, unless it is listed already or the list is full; only what
    /// is listed is counted.
    package mutating func note(_ damage: RemoteDamage) {
        guard damaged.count < Self.listed, !damaged.contains(damage) else { return }
        damaged.append(damage)
        damagedCount += 1
    }
}

/// A part of a remote that cannot be used.
package struct RemoteDamage: Sendable, Hashable {
    /// The device that wrote it.
    package var origin: Origin
    /// The path of the file or directory.
    package var path: String
    /// The reason, for a person.
    package var reason: String
    /// True if it may still be on its way.
    package var isMissing = false

    /// The last part of the reason for records that are skipped while others are read.
    package static let unreadRecord =
        "as they are damaged or of a later version of stated; the others are read"

    /// Creates a finding of damage from its members.
    package init(origin: Origin, path: String, reason: String) {
        self.origin = origin
        self.path = path
        self.reason = reason
    }
}

/// The facts about a driver that sync depends on.
package struct RemoteCapabilities: Sendable, Equatable {
    /// True if it stores a value only over the expected one.
    package var comparesAndSwaps: Bool
    /// True if it is reached over the network.
    package var needsNetwork: Bool

    /// Creates capabilities from their members.
    package init(comparesAndSwaps: Bool, needsNetwork: Bool) {
        self.comparesAndSwaps = comparesAndSwaps
        self.needsNetwork = needsNetwork
    }
}

/// The identity of a remote, and the epoch since which its past holds.
package struct RemoteIdentity: Sendable, Hashable {
    /// The name, drawn at random when the remote was set up.
    package var name: String
    /// The epoch, which changes when the remote may have lost records; 0 if a driver cannot tell.
    package var epoch: Int

    /// Creates an identity from its members.
    package init(name: String, epoch: Int) {
        self.name = name
        self.epoch = epoch
    }
}

/// A signal that the remote may have changed.
package struct RemoteNotification: Sendable, Equatable {
    /// Creates a notification.
    package init() {}
}

/// The reason why a call to a remote failed.
package enum RemoteError: Error, Sendable, Equatable {
    /// The remote cannot be reached, or is not the one it was.
    case offline(String)
    /// The call failed this time.
    case transient(String)
    /// The call fails until a person changes something.
    case permanent(String)

    /// The reason, for people.
    package var reason: String {
        switch self {
        case .offline(let reason), .transient(let reason), .permanent(let reason): reason
        }
    }
}
