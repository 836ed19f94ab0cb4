// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

/// A new file, which appears at its path only when it is complete.
///
/// It is written as a draft with a unique name, which is then renamed. If the path is a symbolic
/// link, the link's target is replaced. A device, a pipe, and the file of standard output or
/// standard error are written in place, because they must not be replaced.
final class NewFile {
    private let path: String
    private let draft: String
    private let descriptor: Int32
    private var isInPlace = false

    /// Creates the draft; an existing file remains until ``finish()``.
    ///
    /// `mode` contains the permissions of a regular file, regardless of the umask.
    init(path: String, mode: mode_t = 0o600) throws(Failure) {
        if Self.mustWriteInPlace(path) {
            let open = Self.standardStream(at: path).map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
            descriptor = open ?? Glibc.open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Failure(file: path, errno) }
            (self.path, draft, isInPlace) = (path, path, true)
            return
        }
        let path = try Self.place(of: path)
        // The draft's name does not depend on the file's, which may be as long as a name can be.
        let folder = Self.folder(of: path)
        var template = Array("\(folder).statectl-XXXXXX.part".utf8CString)
        let descriptor = mkstemps(&template, 5)
        // This throws before the object exists, because there is no draft to remove.
        guard descriptor >= 0 else { throw Failure(file: path, errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        fchmod(descriptor, mode)
        self.path = path
        draft = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        self.descriptor = descriptor
    }

    deinit {
        Glibc.close(descriptor)
        if !isInPlace { unlink(draft) }
    }

    private static func mustWriteInPlace(_ path: String) -> Bool {
        guard let status = FilePath.status(path) else { return false }
        return !status.isKind(S_IFREG) || standardStream(at: path) != nil
    }

    private static func standardStream(at path: String) -> Int32? {
        guard let status = FilePath.status(path) else { return nil }
        return [STDOUT_FILENO, STDERR_FILENO].first { number in
            var open = stat()
            return fstat(number, &open) == 0 && open.st_dev == status.st_dev
                && open.st_ino == status.st_ino
        }
    }

    /// Resolves a path through at most 40 symbolic links, as the kernel does.
    static func place(of path: String) throws(Failure) -> String {
        var place = path
        for _ in 0..<40 {
            guard FilePath.status(place, ofLink: true)?.isKind(S_IFLNK) == true else {
                return place
            }
            guard let target = FilePath.target(of: place) else {
                throw Failure(file: path, EILSEQ)
            }
            place = target.utf8.first == UInt8(ascii: "/") ? target : folder(of: place) + target
        }
        throw Failure(file: path, ELOOP)
    }

    /// Returns the part of a path before the file's name, with the slash; empty if there is none.
    private static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/"))
            .map { String(Substring(path.utf8[...$0])) } ?? ""
    }

    /// Writes a complete file, and creates missing directories.
    static func write(
        _ bytes: [UInt8],
        to path: String,
        mode: mode_t = 0o600
    ) throws(Failure) {
        do throws(SystemError) {
            try Directory.create(Directory.parent(of: path))
        } catch {
            throw Failure(error)
        }
        let file = try NewFile(path: path, mode: mode)
        try file.write(bytes)
        try file.finish()
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(SystemError) {
            try WholeFile.write(bytes, to: descriptor, path: path)
        } catch {
            throw Failure(error)
        }
    }

    func finish() throws(Failure) {
        guard !isInPlace else { return }
        guard fsync(descriptor) == 0, rename(draft, path) == 0 else {
            throw Failure(file: path, errno)
        }
        isInPlace = true
    }
}

extension Failure {
    init(_ error: SystemError) {
        self.init(file: error.path ?? "", error.code)
    }

    init(file: String, _ number: Int32) {
        let reason = String(cString: strerror(number))
        let status: ShellStatus =
            switch number {
            case EACCES, EPERM, EROFS: .notAllowed
            case ENOSPC, EDQUOT, EIO: .tryAgain
            default: .badValue
            }
        self.init(status, "\(file.isEmpty ? "“”" : file.visible): \(reason)")
    }
}
