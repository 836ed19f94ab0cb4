import Glibc

/// A file that is there in full or not at all: written beside its place, then moved to it.
///
/// The place of a symbolic link is where it leads, whether there is something or not: it stays.
///
/// What is no regular file, a device or a pipe, is written into as it is: moving a file to its place
/// would take it away. So is what standard output or error leads to, by whatever name: a file there
/// holds what others have written.
final class NewFile {
    private let path: String
    private let draft: String
    private let descriptor: Int32
    private var isInPlace = false

    /// Begins the file at `path`; one that stands there stays until the new one is complete.
    init(path: String) throws(Failure) {
        if Self.takesNoOther(path) {
            let open = Self.standardStream(at: path).map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
            descriptor = open ?? Glibc.open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Failure(file: path, errno) }
            (self.path, draft, isInPlace) = (path, path, true)
            return
        }
        let path = try Self.place(of: path)
        let draft = "\(path).part"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        // Thrown before there is an object: what could not be opened is not ours to remove.
        guard descriptor >= 0 else { throw Self.failure(path, draft: draft, errno) }
        self.path = path
        self.draft = draft
        self.descriptor = descriptor
    }

    deinit {
        Glibc.close(descriptor)
        if !isInPlace { unlink(draft) }
    }

    /// Whether there is something at `path` that no file can stand for.
    private static func takesNoOther(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG || standardStream(at: path) != nil
    }

    /// The standard stream that leads to the same as `path`; nil: neither does.
    private static func standardStream(at path: String) -> Int32? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return [STDOUT_FILENO, STDERR_FILENO].first { number in
            var open = stat()
            return fstat(number, &open) == 0 && open.st_dev == status.st_dev
                && open.st_ino == status.st_ino
        }
    }

    /// Where a path leads, over as many symbolic links as the system would follow.
    private static func place(of path: String) throws(Failure) -> String {
        var place = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(place, &buffer, buffer.count)
            guard count >= 0 else { return place }
            let bytes = buffer.prefix(count).map { UInt8(bitPattern: $0) }
            guard let target = String(validating: bytes, as: UTF8.self) else {
                throw Failure(file: path, EILSEQ)
            }
            let folder = place.utf8.lastIndex(of: UInt8(ascii: "/"))
                .map { String(Substring(place.utf8[...$0])) }
            place = target.utf8.first == UInt8(ascii: "/") ? target : (folder ?? "") + target
        }
        throw Failure(file: path, ELOOP)
    }

    /// Why there is no draft: it is what people are told of only if something stands there.
    private static func failure(_ path: String, draft: String, _ number: Int32) -> Failure {
        var status = stat()
        return Failure(file: lstat(draft, &status) == 0 ? draft : path, number)
    }

    /// Adds bytes.
    func write(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw Failure(file: draft, errno)
            }
        }
    }

    /// Puts the complete file in its place.
    func finish() throws(Failure) {
        guard !isInPlace else { return }
        guard fsync(descriptor) == 0, rename(draft, path) == 0 else {
            throw Failure(file: path, errno)
        }
        isInPlace = true
    }
}

extension Failure {
    /// What went wrong with a file.
    init(file: String, _ number: Int32) {
        let why = String(cString: strerror(number))
        let status: ShellStatus =
            switch number {
            case EACCES, EPERM, EROFS: .notAllowed
            case ENOSPC, EDQUOT, EIO: .tryAgain
            default: .badValue
            }
        self.init(status, "\(file.isEmpty ? "“”" : file.visible): \(why)")
    }
}
