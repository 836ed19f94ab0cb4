/// A store that all devices of a person share; one driver for each kind of it.
///
/// Its functions throw ``RemoteError``, or CancellationError when cancelled. One is called at a
/// time. Nothing here is trusted: what comes may be lost, late, twice or in another order.
package protocol Remote: Sendable {
    /// What the driver can promise.
    var capabilities: RemoteCapabilities { get }

    /// Makes ready what the remote needs, and says which one it is.
    ///
    /// Idempotent: it never makes a second one, and none at all where the one known is missing.
    func setUp() async throws -> RemoteIdentity

    /// Stores records, and answers for each of them, in order.
    ///
    /// A push under way when the remote goes back to an older state is not carried out after it:
    /// the remote takes it for the epoch of the last ``setUp()`` alone, where epochs are told.
    ///
    /// Events are stored in the batch's order: behind one that is not stored, for now or for
    /// good, none of the same origin is; their outcome is ``PushOutcome/transient(after:)`` with 0.
    func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome]

    /// What was stored since `cursor`; nil: all that is there.
    func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage

    /// Tells other devices what this one has seen.
    func report(_ presence: DevicePresence) async throws

    /// The presences of all devices, as far as all that they speak of can be read here, too.
    func devices() async throws -> [DevicePresence]

    /// Takes a device off the list: its tombstones are waited for no longer.
    func forget(_ device: UInt64) async throws

    /// The state of what the remote is made of, as the last call found it.
    var findings: RemoteFindings { get }

    /// Says when there may be news. The newest is enough; the stream ends with its reader's task.
    func notifications() -> AsyncStream<RemoteNotification>
}

extension Remote {
    /// Nothing is found by default.
    package var findings: RemoteFindings { RemoteFindings() }
}

/// The damage that a driver found in a remote.
package struct RemoteFindings: Sendable, Equatable {
    /// The parts that cannot be used, in the order of their paths.
    package var damaged: [RemoteDamage] = []
    /// The paths of this device's own files that were damaged and that it has written again.
    package var mended: [String] = []

    /// Nothing was found.
    package init() {}

    /// Findings of both kinds.
    package init(damaged: [RemoteDamage], mended: [String]) {
        self.damaged = damaged
        self.mended = mended
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

    /// Damage with all its members.
    package init(origin: Origin, path: String, reason: String) {
        self.origin = origin
        self.path = path
        self.reason = reason
    }
}

/// What a driver can promise.
package struct RemoteCapabilities: Sendable, Equatable {
    /// How a cursor says what has been read.
    package enum Cursor: Sendable, Equatable {
        /// Nothing comes twice but after a rewind.
        case exact
        /// The newest records within this span, in milliseconds, come again each time.
        case overlapping(Int)
    }

    /// What it stored is on stable storage when it says so.
    package var hasDurableAcknowledgements: Bool
    /// It stores a value only if the one that it holds is the one expected.
    package var comparesAndSwaps: Bool
    /// It tells of news by itself.
    package var notifies: Bool
    /// It is reached over the network.
    package var needsNetwork: Bool
    /// It keeps tombstones.
    package var keepsTombstones: Bool
    /// How its cursors work.
    package var cursor: Cursor

    /// Capabilities with all their members.
    package init(
        hasDurableAcknowledgements: Bool,
        comparesAndSwaps: Bool,
        notifies: Bool,
        needsNetwork: Bool,
        keepsTombstones: Bool,
        cursor: Cursor
    ) {
        self.hasDurableAcknowledgements = hasDurableAcknowledgements
        self.comparesAndSwaps = comparesAndSwaps
        self.notifies = notifies
        self.needsNetwork = needsNetwork
        self.keepsTombstones = keepsTombstones
        self.cursor = cursor
    }
}

/// Which remote it is, and since when its past holds.
package struct RemoteIdentity: Sendable, Hashable {
    /// Drawn at random when it was set up.
    package var name: String
    /// Changes when it may have lost what it had; 0 where a driver cannot tell.
    package var epoch: Int

    /// An identity with both its members.
    package init(name: String, epoch: Int) {
        self.name = name
        self.epoch = epoch
    }
}

/// News, perhaps.
package struct RemoteNotification: Sendable, Equatable {
    /// A notification.
    package init() {}
}

/// Why a call to a remote came to nothing.
package enum RemoteError: Error, Sendable, Equatable {
    /// It can't be reached, or is not the one it was.
    case offline(String)
    /// It did not work this time.
    case transient(String)
    /// It will not work until somebody changes something.
    case permanent(String)

    /// For people: what is wrong.
    package var why: String {
        switch self {
        case .offline(let why), .transient(let why), .permanent(let why): why
        }
    }
}
