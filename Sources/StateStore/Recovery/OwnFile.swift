// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The rule for files that the daemon opens: regular files with a single link, owned by the
/// daemon's user or root.
///
/// A symbolic or hard link could make the daemon write to a file that it should not change.
enum OwnFile {
    struct Facts: Equatable {
        var isPlain: Bool
        var owner: UInt32
        var links: Int
    }

    static func fault(_ facts: Facts, user: UInt32) -> String? {
        if !facts.isPlain { return "it is not a regular file" }
        // Root may have created the file; any other user could change a file that they own.
        if facts.owner != user, facts.owner != 0 { return "it belongs to user \(facts.owner)" }
        if facts.links > 1 { return "it has \(facts.links) names (hard links)" }
        return nil
    }

    static func check(_ descriptor: Int32, _ path: String) throws(StoreError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw FileSystem.failure("cannot look at", path, errno)
        }
        let facts = Facts(
            isPlain: status.st_mode & S_IFMT == S_IFREG,
            owner: status.st_uid,
            links: Int(status.st_nlink)
        )
        guard let fault = fault(facts, user: geteuid()) else { return }
        throw StoreError(.untrusted, "\(path) is not used: \(fault); move it away")
    }
}
