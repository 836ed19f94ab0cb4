// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A private copy of a store that can be read but not written.
///
/// SQLite needs its own files beside a database, and replays a log before it reads. If the store's
/// directory or files are not writable, the store and its log are copied to a writable directory,
/// and the copy is served. The copy never receives a commit: see ``Store/commit()``.
struct ReadableCopy {
    let files: StoreFiles
    /// The path of the copy's database file.
    let path: String

    /// Creates the description of a copy of the store at `path`, to be made in `folder`.
    init(of path: String, in folder: String) {
        files = StoreFiles(path)
        self.path = "\(folder)/\(files.name).\(geteuid()).copy"
    }

    /// Copies the store and its log; a copy left by a killed daemon is replaced.
    ///
    /// - Throws: ``StoreError`` if the store cannot be read, or the directory has no room.
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

    /// Removes the copy, if there is one.
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
