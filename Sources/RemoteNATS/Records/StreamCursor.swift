// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// The position up to which a stream was read.
///
/// As text, it consists of the layout, the name of the store, its epoch, and the numbers, separated
/// by spaces.
struct StreamCursor: Equatable {
    /// The identity of the store.
    var identity: RemoteIdentity
    /// The number of the next message.
    var next = 1
    /// The number of records of that message that were already read.
    var skipped = 0
    /// The round of this device's newest presence that the stream is known to have; 0 for none.
    var witness = 0
    /// The time on the server's clock of the last read, in milliseconds since 1970.
    var readAt: Timestamp

    private static let layout = "n1"

    /// Creates the cursor of a device that has read nothing.
    init(identity: RemoteIdentity, readAt: Timestamp) {
        self.identity = identity
        self.readAt = readAt
    }

    /// Creates the position from a cursor; returns `nil` if the cursor is not that of a stream.
    init?(_ cursor: RemoteCursor) {
        let parts = String(decoding: cursor.bytes, as: UTF8.self).split(separator: " ")
        let numbers = parts.dropFirst(2).compactMap { Int($0) }
        guard parts.count == 7, parts[0] == Self.layout, numbers.count == 5 else { return nil }
        identity = RemoteIdentity(name: String(parts[1]), epoch: numbers[0])
        next = numbers[1]
        skipped = numbers[2]
        witness = numbers[3]
        readAt = Timestamp(numbers[4])
        guard next > 0, Timestamp.range.contains(readAt),
            [next - 1, skipped, witness].allSatisfy(MessageNumber.range.contains)
        else { return nil }
    }

    /// The position as a cursor.
    var bytes: RemoteCursor {
        let numbers = [identity.epoch, next, skipped, witness, readAt.rawValue]
        let parts = [Self.layout, identity.name] + numbers.map { String($0) }
        return RemoteCursor(Array(parts.joined(separator: " ").utf8))
    }
}

/// The tag of a stored value: the epoch of the stream, and the number of the value's message.
struct StreamTag: Equatable {
    /// The epoch of the stream that had the value.
    var epoch: Int
    var sequence: Int

    init(epoch: Int, sequence: Int) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// Creates the value from a tag; returns `nil` if the tag is not that of a stream.
    init?(_ tag: RemoteTag) {
        let numbers = String(decoding: tag.bytes, as: UTF8.self).split(separator: " ").map {
            Int($0)
        }
        guard numbers.count == 2, let epoch = numbers[0], let sequence = numbers[1] else {
            return nil
        }
        self.init(epoch: epoch, sequence: sequence)
    }

    /// The value as a tag.
    var bytes: RemoteTag { RemoteTag(Array("\(epoch) \(sequence)".utf8)) }
}
