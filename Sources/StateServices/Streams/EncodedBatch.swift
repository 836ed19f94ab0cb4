// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// The changes of one reply, encoded once for all subscribers.
struct EncodedBatch {
    /// The approximate size of an encoded change, in bytes.
    private static let usualBytes = 320

    /// The reply for subscribers that have no filter and no skipped states.
    let message: [UInt8]
    /// The range of each change within the message.
    private let places: [Range<Int>]
    private let pendingChanges: ArraySlice<PendingChange>
    private let token: String

    /// Encodes changes in as few replies as possible; the last reply has the token `end`, which
    /// covers all changes.
    static func batches(
        of pendingChanges: [PendingChange],
        _ devices: DeviceRegistry,
        upTo end: StreamToken
    ) -> [EncodedBatch] {
        var encodedBatches: [EncodedBatch] = []
        var rest = pendingChanges[...]
        while !rest.isEmpty {
            let encodedBatch = EncodedBatch(rest, devices, upTo: end)
            rest = rest.dropFirst(encodedBatch.pendingChanges.count)
            encodedBatches.append(encodedBatch)
        }
        return encodedBatches
    }

    /// Encodes the first of the changes: at least one, and as many as fit into one reply.
    private init(
        _ pendingChanges: ArraySlice<PendingChange>,
        _ devices: DeviceRegistry,
        upTo end: StreamToken
    ) {
        var places: [Range<Int>] = []
        var token = ""
        message = Playback.Subscribe.answer(
            capacity: min(ReplySize.changes, pendingChanges.count * Self.usualBytes)
        ) { writer in
            let begin = writer.bytes.count
            for index in pendingChanges.indices {
                let before = writer.bytes.count
                pendingChanges[index].write(to: &writer, devices)
                // The changes of one row must be in the same reply, because no token lies between
                // them.
                let isPart =
                    index > pendingChanges.startIndex && pendingChanges[index].sequence != nil
                    && pendingChanges[index].sequence == pendingChanges[index - 1].sequence
                if writer.bytes.count - begin > ReplySize.changes, !places.isEmpty, !isPart {
                    writer.takeBack(to: before)
                    break
                }
                // All changes except the first are preceded by a comma.
                places.append(before + (places.isEmpty ? 0 : 1)..<writer.bytes.count)
            }
            token = end.before(pendingChanges.dropFirst(places.count)).text
            return token
        }
        self.places = places
        self.pendingChanges = pendingChanges.prefix(places.count)
        self.token = token
    }

    /// Returns the reply with the changes that match a subscriber's filter; `nil` if none match.
    func message(skipped: Int, of wanted: (Change.FilterFields) -> Bool) -> [UInt8]? {
        let changes = zip(pendingChanges, places).compactMap { change, place in
            wanted(change.filterFields) ? Array(message[place]) : nil
        }
        guard !changes.isEmpty else { return nil }
        return Playback.Subscribe.answer(
            changes: changes,
            ready: true,
            skipped: skipped,
            token: token
        )
    }
}

extension StreamToken {
    /// Returns the token before the first row and the first event that are not encoded yet.
    ///
    /// A subscriber that continues there misses nothing. The times of the two places are not known.
    fileprivate func before(_ rest: ArraySlice<PendingChange>) -> StreamToken {
        var token = self
        if let next = rest.lazy.compactMap(\.sequence).first {
            token.place = LogPlace(sequence: next - 1, time: .epoch)
        }
        if let next = rest.lazy.compactMap(\.event).first {
            token.events = LogPlace(sequence: next - 1, time: .epoch)
        }
        return token
    }
}
