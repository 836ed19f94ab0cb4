/// Up to where a remote has been read: opaque bytes, the driver's own.
package struct RemoteCursor: Sendable, Hashable {
    /// Whatever the driver put there.
    package var bytes: [UInt8]

    /// The cursor of those bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// What became of one record that was pushed.
package enum PushOutcome: Sendable, Equatable {
    /// It is stored.
    ///
    /// - Parameters:
    ///   - tag: how the remote names the value; nil: it names none.
    ///   - durable: whether it survives a crash of the remote.
    case stored(tag: RemoteTag?, durable: Bool)
    /// This operation was stored before.
    case duplicate
    /// The remote holds another value than the one expected; nil: none at all.
    case conflict(current: RemoteEntry?)
    /// Not now; again in that many milliseconds at the earliest, if it says so.
    ///
    /// With 0 another record was in its way, as for events behind one that is not stored.
    case transient(after: Int?)
    /// Never, and why.
    case permanent(String)
}

/// One record as a remote holds it.
package struct RemoteEntry: Sendable, Hashable {
    /// The record.
    package var record: RemoteRecord
    /// How the remote names the value, if it does.
    package var tag: RemoteTag?
    /// How long it has been on its way since it was sent, in milliseconds, by the remote's own
    /// measure; nil: it has none.
    package var waited: Int?

    /// An entry with all its members.
    package init(record: RemoteRecord, tag: RemoteTag? = nil, waited: Int? = nil) {
        self.record = record
        self.tag = tag
        self.waited = waited
    }
}

/// A run of records, or why there is none.
package enum RemotePage: Sendable, Equatable {
    /// Records in the remote's order, the cursor behind them, and whether there are more.
    case entries([RemoteEntry], cursor: RemoteCursor, more: Bool)
    /// Some that the cursor has yet to see are gone: all must be read anew.
    case gap
    /// The remote lost what it had: all must be read and sent anew.
    case rewound(epoch: Int)
}
