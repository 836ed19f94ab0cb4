internal import Glibc

/// The rule for the files that the daemon opens: plain files of its own user, under one name alone.
///
/// Anything else may be somebody's trap: a symbolic or hard link would have the daemon write into a
/// file that was never meant.
enum OwnFile {
    /// The facts about an open file that the rule goes by.
    struct Facts: Equatable {
        /// True for a plain file.
        var isPlain: Bool
        /// The owner's number.
        var owner: UInt32
        /// The number of names it has.
        var links: Int
    }

    /// Returns what is wrong with a file, in words; `nil` if it is the daemon's own.
    static func fault(_ facts: Facts, user: UInt32) -> String? {
        if !facts.isPlain { return "it is no regular file" }
        // Root may have put it there; a file of anybody else's is theirs to change.
        if facts.owner != user, facts.owner != 0 { return "it belongs to user \(facts.owner)" }
        if facts.links > 1 { return "it has \(facts.links) names (hard links)" }
        return nil
    }

    /// Checks an open file.
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
