// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// The position up to which a stream was read.
///
/// As text, it consists of its layout, the name of the store, the store's epoch, and the numbers,
/// separated by spaces.
struct StreamCursor: Equatable {
    var identity: RemoteIdentity
    var next = 1
    /// The number of records in the message ``next`` that were already read.
    var skipped = 0
    /// The message number of this device's newest presence that the stream is known to have; 0 for
    /// none.
    var knownPresence = 0
    /// The server's time at the last read, to within an hour, in milliseconds since 1970.
    var readAt: Timestamp

    private static let layout = "n1"

    init(identity: RemoteIdentity, readAt: Timestamp) {
        self.identity = identity
        self.readAt = readAt
    }

    init?(_ cursor: RemoteCursor) {
        let parts = String(decoding: cursor.bytes, as: UTF8.self).split(separator: " ")
        let numbers = parts.dropFirst(2).compactMap { Int($0) }
        guard parts.count == 7, parts[0] == Self.layout, numbers.count == 5 else { return nil }
        identity = RemoteIdentity(name: String(parts[1]), epoch: numbers[0])
        next = numbers[1]
        skipped = numbers[2]
        knownPresence = numbers[3]
        readAt = Timestamp(numbers[4])
        guard next > 0, Timestamp.range.contains(readAt),
            [next - 1, skipped, knownPresence].allSatisfy(MessageNumber.range.contains)
        else { return nil }
    }

    var bytes: RemoteCursor {
        let numbers = [identity.epoch, next, skipped, knownPresence, readAt.rawValue]
        let parts = [Self.layout, identity.name] + numbers.map { String($0) }
        return RemoteCursor(Array(parts.joined(separator: " ").utf8))
    }
}

/// The tag of a stored value: the epoch of the stream, and the number of the value's message.
struct StreamTag: Equatable {
    var epoch: Int
    var sequence: Int

    init(epoch: Int, sequence: Int) {
        self.epoch = epoch
        self.sequence = sequence
    }

    init?(_ tag: RemoteTag) {
        let numbers = String(decoding: tag.bytes, as: UTF8.self).split(separator: " ").map {
            Int($0)
        }
        guard numbers.count == 2, let epoch = numbers[0], let sequence = numbers[1] else {
            return nil
        }
        self.init(epoch: epoch, sequence: sequence)
    }

    var bytes: RemoteTag { RemoteTag(Array("\(epoch) \(sequence)".utf8)) }
}
