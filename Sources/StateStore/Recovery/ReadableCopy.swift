// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A private copy of a store that can be read but not written.
///
/// SQLite creates files beside a database and replays its log before it reads. If the daemon cannot
/// write to the store's directory or files, the store and its log are therefore copied to another
/// directory, and the copy is served. No change by a client is ever committed to the copy: see
/// ``Store/commit()``.
struct ReadableCopy {
    let files: StoreFiles
    let path: String

    /// Creates the description of a copy in `folder`; ``make()`` makes the copy.
    init(of path: String, in folder: String) {
        files = StoreFiles(path)
        self.path = "\(folder)/\(files.name).\(geteuid()).copy"
    }

    /// Copies the store and its log, replacing a copy left by a killed daemon.
    ///
    /// - Throws: ``StoreError`` if the store cannot be read, or the file system has no room.
    func make() throws(StoreError) {
        discard()
        do throws(StoreError) {
            try copy(files.path, to: path)
            if try FileSystem.size(files.log) ?? 0 > 0 {
                try copy(files.log, to: StoreFiles(path).log)
            }
        } catch {
            discard()
            throw error
        }
    }

    func discard() {
        StoreCopy.discard(path)
    }

    private func copy(_ source: String, to target: String) throws(StoreError) {
        let input = try FileSystem.openForReading(source)
        defer { close(input) }
        let output = try FileSystem.create(target)
        defer { close(output) }
        while true {
            let count = sendfile(output, input, nil, 1 << 20)
            if count == 0 { return }
            guard count > 0 || errno == EINTR else {
                throw FileSystem.failure("cannot copy \(source) to", target, errno)
            }
        }
    }
}
