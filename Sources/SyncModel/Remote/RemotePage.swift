// SPDX-License-Identifier: Apache-2.0

/// The opaque position up to which a remote has been read.
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
    /// The remote has a value other than the expected one; `nil` if it has none.
    case conflict(current: RemoteEntry?)
    /// The record cannot be stored now; the delay, in milliseconds, and the reason are `nil` if
    /// unknown.
    ///
    /// A delay of 0 means that the record waits for another one, such as a preceding event.
    case transient(after: Int?, reason: String? = nil)
    /// The record can never be stored, for the given reason.
    case permanent(String)
}

/// A record stored by a remote.
package struct RemoteEntry: Sendable, Hashable {
    package var record: RemoteRecord
    /// The remote's name for the value, if it has one.
    package var tag: RemoteTag?
    /// The time since the record reached the remote, in milliseconds, as measured by the remote;
    /// `nil` if unknown.
    package var waited: Int?
    /// The file or message of the record, for the user.
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

/// A page of records, or the reason why there is none.
package enum RemotePage: Sendable, Equatable {
    /// Records in order, the cursor after them, and whether there are more.
    case entries([RemoteEntry], cursor: RemoteCursor, more: Bool)
    /// Some records after the cursor were removed: everything must be read again.
    case gap
    /// The remote lost records: everything must be read and sent again.
    case rewound(epoch: Int)
}
