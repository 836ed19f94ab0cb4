// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc
internal import SyncModel
internal import SystemSupport

extension OpenDirectory {
    private static var unfinished: String { ".tmp" }

    /// Writes a file atomically and to stable storage.
    ///
    /// With `isNew`, the call fails if a file with this name exists. `writer` distinguishes
    /// simultaneous writers.
    func write(
        _ bytes: [UInt8],
        to name: String,
        isNew: Bool = false,
        by writer: String = ""
    ) throws(RemoteError) {
        let temporary = ".\(name)\(writer)\(Self.unfinished)"
        // On a full disk, an unfinished file would take the space that is freed.
        defer { unlinkat(descriptor, temporary, 0) }
        try fill(temporary, bytes)
        let isPlaced =
            isNew
            ? claim(name, for: temporary)
            : renameat(descriptor, temporary, descriptor, name) == 0
        guard isPlaced else { throw failure("write", name) }
        try synchronize(descriptor, ".")
    }

    /// Gives a complete file its name, unless another file has that name; sets `errno` on failure.
    ///
    /// FAT, exFAT and many network file systems have no hard links. If such a file system also
    /// cannot rename a file without replacing another one, an empty file reserves the name first.
    private func claim(_ name: String, for temporary: String) -> Bool {
        if linkat(descriptor, temporary, descriptor, name, 0) == 0 { return true }
        if errno == EEXIST { return false }
        errno = clinux_rename_to_free_name(descriptor, temporary, name)
        if errno == 0 || errno == EEXIST { return errno == 0 }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let claim = openat(descriptor, name, flags, 0o600)
        guard claim >= 0 else { return false }
        close(claim)
        if renameat(descriptor, temporary, descriptor, name) == 0 { return true }
        let code = errno
        unlinkat(descriptor, name, 0)
        errno = code
        return false
    }

    private func fill(_ name: String, _ bytes: [UInt8]) throws(RemoteError) {
        // Others can write to a shared folder, so a link or a pipe in place of the file must not be
        // followed. The incomplete file of an interrupted write is useless.
        try remove(name)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, name, flags, 0o600)
        guard file >= 0 else { throw failure("write", name) }
        defer { close(file) }
        do throws(SystemError) {
            try WholeFile.write(bytes, to: file)
        } catch {
            throw failure("write", name, error.code)
        }
        try synchronize(file, name)
    }

    /// Writes a file or this directory to stable storage, if the file system can do so.
    private func synchronize(_ file: Int32, _ name: String) throws(RemoteError) {
        if fsync(file) == 0 || [EBADF, EINVAL, ENOSYS, ENOTSUP].contains(errno) { return }
        throw failure("write", name)
    }

    func makeDirectory(_ name: String) throws(RemoteError) {
        if mkdirat(descriptor, name, 0o700) == 0 {
            try synchronize(descriptor, ".")
        } else if errno != EEXIST {
            throw failure("make", name)
        }
    }

    /// Removes the incomplete files of a process that was killed, as far as possible.
    ///
    /// In a folder that cannot be written, they remain, and do not matter.
    func removeUnfinished() {
        for name in (try? entries()) ?? []
        where name.hasPrefix(".") && name.hasSuffix(Self.unfinished) {
            unlinkat(descriptor, name, 0)
        }
    }

    func remove(_ name: String) throws(RemoteError) {
        if unlinkat(descriptor, name, 0) == 0 || errno == ENOENT { return }
        if errno == EISDIR, unlinkat(descriptor, name, AT_REMOVEDIR) == 0 { return }
        throw failure("remove", name)
    }
}
