// SPDX-License-Identifier: Apache-2.0
import Logging
import ModelTesting
import ServiceTesting
import StateModel
import StateProtocol
import StateSystem
import StateTesting
import Testing
import Varlink

@testable import StateServices
@testable import StateStore

/// The promise of the queue, without a tenant around it.
@Suite struct `A reply waits for the commit` {
    /// A queue on a real store; it notes what it has its observer do.
    private final class Harness: CommitObserver {
        let directory: TemporaryDirectory
        let store: Store
        let transport = FakeTransport()
        let queue: CommitQueue
        var notes: [String] = []

        init() throws {
            directory = try TemporaryDirectory()
            let path = directory.file("state.db")
            let lock = try StoreLock(store: path)
            store = try Store.open(Store.Options(path: path), lock: lock, now: 0).store
            queue = CommitQueue(
                store,
                clock: TrustedClock(clocks: ManualClocks(), restored: nil, lastStored: nil),
                transport: transport,
                volatile: VolatileChanges()
            )
            queue.observer = self
        }

        func reopenStore(now: Timestamp) throws(StateError) { notes.append("reopen") }
        func batchStored(replies: Int, in duration: Duration, recovered: Bool, now: Timestamp) {
            notes.append("stored, \(replies) replies")
        }
        func batchReleased(now: Timestamp) { notes.append("released") }
        func batchFailed(_ error: StoreError, isFirst: Bool) { notes.append("failed") }
        func batchLost(_ error: StoreError, now: Timestamp) { notes.append("lost") }
        func batchRefused(_ refusal: [UInt8]) { notes.append("refused") }
        func withoutBatch(_ change: Change) -> Change { change }

        private func call(oneway: Bool) -> Call {
            Call(method: "a.b.C", parameters: [], oneway: oneway, more: false, upgrade: false)
        }

        /// Writes a player, and replies with a word.
        func write(_ reply: String, item: String, oneway: Bool = false) {
            queue.write(call(oneway: oneway), from: ConnectionID(1)) { () throws(StateError) in
                do throws(StoreError) {
                    let player = PlayerRecord(name: "mpv", item: item, playing: false, revision: 0)
                    try store.log.append(player, now: 1)
                } catch {
                    throw queue.refusal(of: error)
                }
                return Array(reply.utf8)
            }
        }

        /// Reads the player's item, as it stands in the batch.
        func read(from connection: UInt64) {
            queue.read(call(oneway: false), from: ConnectionID(connection)) {
                Array((self.store.log.player(named: "mpv")?.item ?? "none").utf8)
            }
        }

        /// From now on each row fails its batch.
        func breakDisk() throws {
            let file = try StoreFile(path: directory.file("state.db"))
            try RawSQLite.execute(
                """
                CREATE TRIGGER bad_disk BEFORE INSERT ON change
                BEGIN SELECT RAISE(ROLLBACK, 'bad disk'); END
                """,
                on: file.handle
            )
        }

        /// The replies that a connection has received.
        func received(_ connection: UInt64) -> [String] {
            transport.take(ConnectionID(connection)).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test
    func `the reply to a read waits for the commit of the write that it sees`()
        throws
    {
        let harness = try Harness()
        harness.read(from: 1)
        #expect(harness.received(1) == ["none"])
        harness.write("written", item: "film")
        harness.read(from: 1)
        harness.read(from: 2)
        #expect(harness.received(1) == [])
        #expect(harness.received(2) == [])
        harness.queue.commit(now: 1)
        #expect(harness.received(1) == ["written", "film"])
        #expect(harness.received(2) == ["film"])
        #expect(harness.notes == ["stored, 3 replies", "released"])
    }

    @Test func `a write by a oneway call is committed and not answered`() throws {
        let harness = try Harness()
        harness.write("written", item: "film", oneway: true)
        harness.queue.commit(now: 1)
        #expect(harness.received(1) == [])
        #expect(harness.notes == ["stored, 0 replies", "released"])
    }

    @Test func `the writes of a failed batch are refused, and its reads are executed again`() throws
    {
        let harness = try Harness()
        harness.write("written", item: "film")
        harness.queue.commit(now: 1)
        _ = harness.received(1)
        try harness.breakDisk()
        harness.notes = []
        var outcomes: [String?] = []
        harness.write("written", item: "other")
        harness.read(from: 2)
        harness.queue.hold { outcomes.append($0) }
        harness.queue.commit(now: 2)
        let refusals = harness.received(1)
        #expect(refusals.count == 1)
        #expect(refusals[0].contains("io.stated.Service.StorageUnavailable"))
        #expect(harness.received(2) == ["film"])
        #expect(outcomes.count == 1)
        #expect(outcomes[0]?.contains("bad disk") == true)
        #expect(harness.notes == ["failed", "lost", "refused"])
    }

    @Test func `after a failed batch, only changes that need no row are published`() throws {
        let harness = try Harness()
        try harness.breakDisk()
        let change = Change(kind: .observed, revision: 0, item: "film", player: "mpv")
        harness.write("written", item: "film")
        harness.queue.note(pending: PendingChange(change: change, sequence: 1))
        harness.queue.note(pending: PendingChange(change: change, sequence: nil))
        #expect(harness.queue.takeUnpublished().isEmpty)
        harness.queue.commit(now: 1)
        let commits = harness.queue.takeUnpublished()
        #expect(commits.map(\.pendingChanges.count) == [1])
        #expect(harness.queue.takeUnpublished().isEmpty)
    }
}
