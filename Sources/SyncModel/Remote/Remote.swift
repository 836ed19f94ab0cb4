// SPDX-License-Identifier: Apache-2.0

/// A remote store, which all devices of a user share.
///
/// A driver implements it for each kind of store. Its functions throw ``RemoteError``, or
/// CancellationError when they are cancelled. Only one call is made at a time. The caller does not
/// trust a remote: it may lose, delay, repeat and reorder records.
package protocol Remote: Sendable {
    /// The properties of the driver on which sync depends.
    var capabilities: RemoteCapabilities { get }

    /// Prepares the remote for use, and returns its identity.
    ///
    /// The function can be called again. If the remote that this device knows is missing, it does
    /// not create another one.
    func setUp() async throws -> RemoteIdentity

    /// Checks that an existing remote can be used, without changing it.
    func look() async throws

    /// Stores records, and returns the outcome for each record, in order.
    ///
    /// If the remote is restored to an older state during a push, it must refuse the remaining
    /// records.
    ///
    /// Events are stored in order. If an event is not stored, later events of the same origin are
    /// not stored either, and have the outcome ``PushOutcome/transient(after:)`` with 0.
    func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome]

    /// Returns a page of the records stored after `cursor`; from the first record, if that is
    /// `nil`.
    func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage

    /// Writes this device's presence for the other devices.
    func report(_ presence: DevicePresence) async throws

    /// Returns the presences of all devices whose records can also be read.
    func devices() async throws -> [DevicePresence]

    /// Removes a device from the list of devices, so that tombstones are no longer kept for it.
    func forget(_ device: UInt64) async throws

    /// The damage that the last call found.
    var findings: RemoteFindings { get }

    /// Returns a stream of notifications that the remote may have changed.
    ///
    /// Only the newest notification is kept. The stream ends with the task that reads it.
    func notifications() -> AsyncStream<RemoteNotification>
}

extension Remote {
    /// Returns no findings, which is the default.
    package var findings: RemoteFindings { RemoteFindings() }
}

/// The damage that a driver found in a remote.
package struct RemoteFindings: Sendable, Equatable {
    /// The maximum number of damaged parts in the list.
    package static let listed = 20

    /// The first of the damaged parts, ordered by path.
    package var damaged: [RemoteDamage] = []
    /// The total number of damaged parts.
    package var damagedCount = 0
    /// The paths of this device's damaged files that were written again.
    package var mended: [String] = []
    /// True if the remote may lose the newest acknowledged records, for example in a power failure.
    package var isVolatile = false

    package init() {}

    /// Counts a damaged part, and adds it to the list, unless the list has it or is full.
    package mutating func note(_ damage: RemoteDamage) {
        guard damaged.count < Self.listed, !damaged.contains(damage) else { return }
        damaged.append(damage)
        damagedCount += 1
    }
}

/// A part of a remote that cannot be used.
package struct RemoteDamage: Sendable, Hashable {
    /// The origin that wrote the part.
    package var origin: Origin
    /// The path of the part, which is a file or a directory.
    package var path: String
    /// The reason, for the user.
    package var reason: String
    /// True if the part is missing, and may still arrive.
    package var isMissing = false

    /// The end of the reason for a file in which some records cannot be read.
    package static let unreadRecord =
        "damaged, or from a later version of stated; the others are read"

    package init(origin: Origin, path: String, reason: String) {
        self.origin = origin
        self.path = path
        self.reason = reason
    }
}

/// The properties of a driver on which sync depends.
package struct RemoteCapabilities: Sendable, Equatable {
    /// True if the remote can make the storing of a value depend on the value that it replaces.
    package var comparesAndSwaps: Bool
    /// True if the remote is reached over the network.
    package var needsNetwork: Bool

    package init(comparesAndSwaps: Bool, needsNetwork: Bool) {
        self.comparesAndSwaps = comparesAndSwaps
        self.needsNetwork = needsNetwork
    }
}

/// The identity of a remote, and its epoch.
package struct RemoteIdentity: Sendable, Hashable {
    /// The random name of the remote.
    package var name: String
    /// The epoch, which changes if the remote may have lost records; 0 if it is unknown.
    package var epoch: Int

    package init(name: String, epoch: Int) {
        self.name = name
        self.epoch = epoch
    }
}

/// A notification that a remote may have changed.
package struct RemoteNotification: Sendable, Equatable {
    package init() {}
}

/// The failure of a call to a remote, by the condition under which another call may succeed.
package enum RemoteError: Error, Sendable, Equatable {
    /// The remote cannot be reached, or is not the one that this device knows.
    case offline(String)
    /// The call failed, but may succeed later.
    case transient(String)
    /// The call will fail until the user changes something.
    case permanent(String)

    /// The reason, for the user.
    package var reason: String {
        switch self {
        case .offline(let reason), .transient(let reason), .permanent(let reason): reason
        }
    }
}
