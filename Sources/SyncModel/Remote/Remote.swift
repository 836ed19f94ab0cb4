// SPDX-License-Identifier: Apache-2.0

/// A remote store, which all devices of a user share.
///
/// Each kind of store has a driver, which conforms to this protocol. The functions throw
/// ``RemoteError``, or CancellationError when they are cancelled. Calls are made one at a time,
/// except for ``forget(_:)``. The caller does not trust a remote: it may lose, delay, repeat and
/// reorder records.
package protocol Remote: Sendable {
    var capabilities: RemoteCapabilities { get }

    /// Prepares the remote for use, and returns its identity.
    ///
    /// The function can be called again. It creates no new remote in place of a missing one that
    /// this device has used.
    func setUp() async throws -> RemoteIdentity

    /// Checks that an existing remote can be used, without changing it.
    func look() async throws

    /// Stores records, and returns the outcome for each record, in order.
    ///
    /// If the remote is restored to an older state during a push, it must refuse the remaining
    /// records.
    ///
    /// Events are stored in order. If an event is not stored, later events of the same origin are
    /// not stored either. Their outcome is ``PushOutcome/transient(after:reason:)`` with a delay of
    /// 0.
    func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome]

    /// Returns a page of the records stored after `cursor`, or the first page if `cursor` is `nil`.
    func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage

    /// Writes this device's presence.
    ///
    /// Unless the remote compares and swaps, a round may omit the call if it sends only positions
    /// of items that are playing, and reads only positions.
    func report(_ presence: DevicePresence) async throws

    /// Returns the presences of the listed devices.
    ///
    /// Once the call returns, all records that a device sent before its presence can be read.
    func devices() async throws -> [DevicePresence]

    /// Removes a device from the list of devices, so that tombstones are no longer kept for it.
    func forget(_ device: UInt64) async throws

    /// The damage and the repairs that are known after the last call.
    var findings: RemoteFindings { get }

    /// Returns a stream of notifications that the remote may have changed.
    ///
    /// A slow reader misses all notifications but the newest. The stream ends with the task that
    /// reads it.
    func notifications() -> AsyncStream<RemoteNotification>
}

extension Remote {
    package var findings: RemoteFindings { RemoteFindings() }
}

package struct RemoteFindings: Sendable, Equatable {
    /// The maximum number of parts in ``damaged``.
    package static let listed = 20

    package var damaged: [RemoteDamage] = []
    package var damagedCount = 0
    /// The paths of this device's damaged or missing files that the driver has repaired.
    package var repaired: [String] = []
    /// True if the remote may lose the newest acknowledged records, for example in a power failure.
    package var isVolatile = false

    package init() {}

    /// Adds and counts a damaged part, unless it is already in the list or the list is full.
    package mutating func note(_ damage: RemoteDamage) {
        guard damaged.count < Self.listed, !damaged.contains(damage) else { return }
        damaged.append(damage)
        damagedCount += 1
    }
}

package struct RemoteDamage: Sendable, Hashable {
    package var origin: Origin
    /// The location of the part: the path of a file or a directory, or a NATS message.
    package var path: String
    package var reason: String
    /// True if the part is missing, and may still arrive.
    package var isMissing = false

    /// The end of a ``reason`` if some records of the part are unreadable.
    package static let unreadRecord =
        "damaged, or from a later version of stated; the others are read"

    package init(origin: Origin, path: String, reason: String) {
        self.origin = origin
        self.path = path
        self.reason = reason
    }
}

package struct RemoteCapabilities: Sendable, Equatable {
    /// True if the remote stores a value only if its current value has the expected tag.
    package var comparesAndSwaps: Bool
    package var needsNetwork: Bool

    package init(comparesAndSwaps: Bool, needsNetwork: Bool) {
        self.comparesAndSwaps = comparesAndSwaps
        self.needsNetwork = needsNetwork
    }
}

package struct RemoteIdentity: Sendable, Hashable {
    package var name: String
    /// The epoch, which changes if the remote may have lost records; 0 if it is unknown.
    package var epoch: Int

    package init(name: String, epoch: Int) {
        self.name = name
        self.epoch = epoch
    }
}

package struct RemoteNotification: Sendable, Equatable {
    package init() {}
}

/// The failure of a call to a remote; the case says when another call may succeed.
package enum RemoteError: Error, Sendable, Equatable {
    /// The remote cannot be reached, or is not the one that this device knows.
    case offline(String)
    /// The call failed, but may succeed later.
    case transient(String)
    /// The call will fail until the user changes something.
    case permanent(String)

    package var reason: String {
        switch self {
        case .offline(let reason), .transient(let reason), .permanent(let reason): reason
        }
    }
}
