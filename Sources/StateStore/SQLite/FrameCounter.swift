// SPDX-License-Identifier: Apache-2.0
internal import CSQLite

/// The number of frames in the write-ahead log, as SQLite reports it after each commit.
final class FrameCounter {
    private let connection: OpaquePointer
    private let owner: AnyObject
    private let frames = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

    /// Begins to count for `connection`, which must live at least as long as `owner`.
    init(_ connection: OpaquePointer, of owner: AnyObject) {
        self.connection = connection
        self.owner = owner
        frames.initialize(to: 0)
        sqlite3_wal_hook(
            connection,
            { context, _, _, count in
                context?.assumingMemoryBound(to: Int32.self).pointee = count
                return SQLITE_OK
            },
            frames
        )
    }

    deinit {
        sqlite3_wal_hook(connection, nil, nil)
        frames.deallocate()
    }

    var count: Int { Int(frames.pointee) }
}
