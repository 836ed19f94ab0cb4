// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The names of an item, derived from the text with which a user or program refers to it.
///
/// - A file that exists has its absolute path as its name, with all symbolic links resolved.
/// - A `file:` URL of this machine is replaced by the path, and another URL by its
///   ``CanonicalName``.
/// - A text that begins with `/`, `./` or `../`, or that contains a slash and refers to a missing
///   file in an existing directory, is a path.
/// - Any other text is a name itself.
///
/// The name of a directory is not a path if it contains no slash, except `.` and `..`.
package struct WrittenName: Sendable, Equatable {
    package struct File: Sendable, Equatable {
        /// The absolute path, with all symbolic links resolved.
        package var path: String
        package var isDirectory: Bool

        package init(path: String, isDirectory: Bool = false) {
            self.path = path
            self.isDirectory = isDirectory
        }
    }

    /// The name under which the item is stored.
    package private(set) var own: String
    /// True if the name is the path of an existing file or directory.
    package private(set) var isFile = false
    /// Other spellings of the name, under which programs may have stored the item.
    package private(set) var spellings: [String] = []
    /// Names that may belong to another item.
    ///
    /// They are the text itself, under which an item was stored while there was no such file, and
    /// the path that the text would have.
    package private(set) var guesses: [String] = []

    package init(_ text: String, in directory: String?, find: (String) -> File?) {
        own = text
        if CanonicalName.isURL(text) {
            own = CanonicalName.of(text, in: nil) { find($0)?.path } ?? text
            isFile = Self.isPath(own) && find(own) != nil
        } else {
            setPath(text, in: directory, find: find)
        }
        if CanonicalName.isURL(text) || Self.isPath(text) { spellings.insert(text, at: 0) }
        if Self.isPath(own) { spellings.append("file://" + PercentEscapes.encoded(path: own)) }
        var seen: Set<ExactString> = [ExactString(own)]
        spellings = spellings.filter { seen.insert(ExactString($0)).inserted }
        guesses = guesses.filter { seen.insert(ExactString($0)).inserted }
    }

    private mutating func setPath(
        _ text: String,
        in directory: String?,
        find: (String) -> File?
    ) {
        guard let plain = CanonicalName.of(text, in: directory, resolve: { _ in nil }),
            let absolute = CanonicalName.absolute(text, in: directory)
        else { return }
        if let file = find(absolute), !file.isDirectory || text.utf8.contains(Self.slash) {
            own = file.path
            isFile = true
            spellings = [plain]
        } else {
            let missing = Self.missing(absolute, find: find)
            let path = missing ?? plain
            if Self.looksLikePath(text) || text.utf8.contains(Self.slash) && missing != nil {
                own = path
                spellings = [plain]
            } else {
                guesses = [path]
            }
        }
        if !Self.isPath(text) { guesses.append(text) }
    }

    /// Resolves the path of a missing file; `nil` if its directory does not exist.
    private static func missing(_ path: String, find: (String) -> File?) -> String? {
        guard let end = path.utf8.lastIndex(of: slash) else { return nil }
        let name = path[path.utf8.index(after: end)...]
        guard !["", ".", ".."].contains(name) else { return nil }
        let parent = path[..<end]
        guard let folder = find(parent.isEmpty ? "/" : String(parent)), folder.isDirectory else {
            return nil
        }
        return folder.path == "/" ? "/\(name)" : "\(folder.path)/\(name)"
    }

    // MARK: The form of a text

    private static let slash = UInt8(ascii: "/")

    private static func isPath(_ text: String) -> Bool { text.utf8.first == slash }

    private static func looksLikePath(_ text: String) -> Bool {
        isPath(text) || text == "." || text == ".." || text.hasPrefix("./")
            || text.hasPrefix("../")
    }
}
