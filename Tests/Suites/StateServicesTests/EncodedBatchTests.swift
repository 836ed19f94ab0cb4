// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateStore
import Testing

@testable import StateServices

@Suite struct `A turn published in several replies` {
    private let identity = StoreIdentity(store: "a", epoch: 1)

    /// What a player has queued, in a change of about 200 KiB: one fits into a reply, two do not.
    private func pending(_ sequence: SequenceNumber) -> PendingChange {
        let queue = [String](repeating: String(repeating: "q", count: 1_000), count: 200)
        let player = Player(
            player: "mpv",
            item: nil,
            playing: false,
            phase: .background,
            surfaces: 0,
            queue: queue,
            revision: Revision(sequence)
        )
        let change = player.change(revision: Revision(sequence))
        return PendingChange(change: change, sequence: sequence)
    }

    /// An observation, which no row holds.
    private func observed() -> PendingChange {
        let reason = String(repeating: "r", count: 200_000)
        return PendingChange(
            change: Change(kind: .observed, revision: 4, item: reason),
            sequence: nil
        )
    }

    /// The rows up to which, by the replies, everything was published.
    private func sequences(
        _ pending: [PendingChange],
        end: SequenceNumber
    ) throws -> [SequenceNumber] {
        let batches = EncodedBatch.batches(
            of: pending,
            DeviceRegistry(),
            upTo: StreamToken(identity: identity, place: LogPlace(sequence: end, time: 9))
        )
        return try batches.map { batch in
            let text = String(decoding: batch.message, as: UTF8.self)
            let token = try #require(text.split(separator: #""token":""#).last).prefix {
                $0 != "\""
            }
            return try #require(StreamToken(String(token))).place.sequence
        }
    }

    @Test func `a token from a stream's start is refused if rows after it have been removed`()
        throws
    {
        let row = LogPlace(sequence: 10, time: .epoch)
        let token = StreamToken(
            identity: identity,
            place: row,
            events: .start,
            newestAtStart: 5_000
        )
        let read = try #require(StreamToken(token.text))
        #expect(read == token)
        let fault = try read.fault(in: identity, newest: 6_000, compacted: 100, gone: "gone") { _ in
            nil
        }
        #expect(fault == "gone")
    }

    @Test func `each reply has the sequence number of the last row that it covers`()
        throws
    {
        #expect(try sequences([pending(5), pending(6), pending(7)], end: 8) == [5, 6, 8])
    }

    @Test func `observations alone do not move the token forward`() throws {
        #expect(try sequences([observed(), observed(), pending(5)], end: 5) == [4, 4, 5])
        #expect(try sequences([observed(), observed()], end: 4) == [4, 4])
    }

    @Test func `all changes of one row are in one reply`() throws {
        #expect(try sequences([pending(5), pending(5), pending(6)], end: 6) == [5, 6])
    }
}
