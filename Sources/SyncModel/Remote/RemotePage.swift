// SPDX-License-Identifier: Apache-2.0

/// An opaque position after the last record that was read.
package struct RemoteCursor: Sendable, Hashable {
    package var bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

package enum PushOutcome: Sendable, Equatable {
    /// The record is stored.
    ///
    /// `tag` is the name that the remote gives to the value; `nil` if it gives none. `durable` is
    /// true if the remote keeps the record even if it crashes.
    case stored(tag: RemoteTag?, durable: Bool)
    /// The current value is not the expected one; `current` is `nil` if there is no value.
    case conflict(current: RemoteEntry?)
    /// The record cannot be stored now.
    ///
    /// `after` is the delay until the next attempt, in milliseconds; `nil` if it is unknown. 0
    /// means that the record waits for another one, such as an earlier event.
    case transient(after: Int?, reason: String? = nil)
    /// The record can never be stored, for the given reason.
    case permanent(String)

    /// True if the remote has the record.
    package var isStored: Bool {
        switch self {
        case .stored: true
        case .conflict, .transient, .permanent: false
        }
    }
}

package struct RemoteEntry: Sendable, Hashable {
    package var record: RemoteRecord
    package var tag: RemoteTag?
    /// The time since the record arrived in the remote, in milliseconds, as measured by the remote;
    /// `nil` if it is unknown.
    package var waited: Int?
    /// The file or message that contains the record, for the user.
    package var source: String?

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

package enum RemotePage: Sendable, Equatable {
    /// Records in order, and the cursor after them; `more` is true if another page follows.
    case entries([RemoteEntry], cursor: RemoteCursor, more: Bool)
    /// Records after the cursor were removed, so everything must be read again.
    case gap
    /// The remote has lost records, so everything must be read and sent again.
    case rewound(epoch: Int)
}
