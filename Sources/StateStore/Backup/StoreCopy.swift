// SPDX-License-Identifier: Apache-2.0
internal import Glibc

enum StoreCopy {
    /// Copies a backup, or a kept file with its log, into a new file and verifies it.
    ///
    /// The copy is marked, so that it begins a new epoch when opened. On return it is on stable
    /// storage; after an error it is removed. `continues` is called between parts; if it returns
    /// false, the copy is cancelled.
    ///
    /// - Throws: ``StoreError``, of kind `full` if the disk has no room, `corrupt` if the source is
    ///   damaged.
    static func make(
        of source: String,
        at target: String,
        continues: () -> Bool = { true }
    ) throws(StoreError) {
        try checkRoom(for: source, at: target)
        close(try FileSystem.openForReading(source))
        close(try FileSystem.create(target))
        do throws(StoreError) {
            let reader = try FileReader(path: source)
            try withExtendedLifetime(reader) { () throws(StoreError) in
                let copy = try PageCopy(reader.handle, to: target)
                while try !copy.step(pages: 1_024) {
                    guard continues() else { throw StoreError(.other, "the copy was cancelled") }
                }
                copy.end()
            }
            try PageCopy.seal(target, marks: [.copied: 1])
            if let complaint = try FileReader(path: target).complaint() {
                throw StoreError(.corrupt, "\(source) is damaged: \(complaint)")
            }
            try FileSystem.synchronize(StoreFiles(target).folder)
        } catch {
            discard(target)
            throw error.naming(source)
        }
    }

    /// Copies the current state of an open store into a new file, which is not marked as a copy.
    static func make(ofOpen handle: OpaquePointer, at target: String) throws(StoreError) {
        close(try FileSystem.create(target))
        do throws(StoreError) {
            let copy = try PageCopy(handle, to: target)
            while try !copy.step(pages: -1) {}
            copy.end()
            try PageCopy.seal(target, marks: [:])
            try FileSystem.synchronize(StoreFiles(target).folder)
        } catch {
            discard(target)
            throw error.naming(target)
        }
    }

    /// Removes the files that SQLite keeps beside a copy, and then the copy.
    ///
    /// The copy comes last, because another copy may take its name as soon as it is gone.
    static func discard(_ path: String) {
        discardLog(of: path)
        unlink(path)
    }

    /// Removes the files that SQLite keeps beside a copy, which could later be applied to another
    /// copy.
    static func discardLog(of path: String) {
        for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    private static func checkRoom(for source: String, at target: String) throws(StoreError) {
        let bytes = try (FileSystem.size(source) ?? 0) + (FileSystem.size(source + "-wal") ?? 0)
        let folder = StoreFiles(target).folder
        guard let room = FileSystem.room(in: folder), room < bytes + (1 << 20) else { return }
        throw StoreError(
            .full,
            "\(folder) has no room for a copy of \(source): more than \(bytes >> 20) MiB are needed, "
                + "\(room >> 20) MiB are free"
        )
    }
}
