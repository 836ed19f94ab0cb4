// SPDX-License-Identifier: Apache-2.0

/// The position up to which a remote has been read: opaque bytes of the driver.
package struct RemoteCursor: Sendable, Hashable {
    /// The driver's bytes.
    package var bytes: [UInt8]

    /// Creates the cursor from its bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// The outcome of one pushed record.
package enum PushOutcome: Sendable, Equatable {
    /// The record is stored.
    ///
    /// - Parameters:
    ///   - tag: The remote's name for the value; `nil` if it has none.
    ///   - durable: True if the record survives a crash of the remote.
    case stored(tag: RemoteTag?, durable: Bool)
    /// The operation was stored before.
    case duplicate
    /// The remote holds a value other than the expected one; `nil` if it holds none.
    case conflict(current: RemoteEntry?)
    /// The record cannot be stored now; the delay, in milliseconds, and the reason are `nil` if
    /// unknown.
    ///
    /// A delay of 0 means that another record was in its way, as for events after one that is not
    /// stored.
    case transient(after: Int?, reason: String? = nil)
    /// The record can never be stored, for that reason.
    case permanent(String)
}

/// One record as a remote holds it.
package struct RemoteEntry: Sendable, Hashable {
    package var record: RemoteRecord
    /// The remote's name for the value, if it has one.
    package var tag: RemoteTag?
    /// The time since the record was sent, in milliseconds, by the remote's own measure; `nil` if
    /// it has none.
    package var waited: Int?
    /// The file or message that holds the record, for a person.
    package var source: String?

    /// Creates an entry from its members.
    package init(
        record: RemoteRecord,
        tag: RemoteTag? = nil,
        waited: Int? = nil,
        source: String? = nil
    ) {
        self.record = record
        self.tag = tag
        self.waited = waited
        self.source = source
    }
}

/// A run of records, or the reason why there is none.
package enum RemotePage: Sendable, Equatable {
    /// Records in the remote's order, the cursor behind them, and true if there are more.
    case entries([RemoteEntry], cursor: RemoteCursor, more: Bool)
    /// Some records after the cursor are gone: all must be read again.
    case gap
    /// The remote lost its records: all must be read and sent again.
    case rewound(epoch: Int)
}
