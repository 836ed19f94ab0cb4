// SPDX-License-Identifier: Apache-2.0
import Glibc

struct ConfigurationFile {
    let path: String
    let program: ConfigurationProgram?

    /// Describes the file at a path; `nil` stands for the file of the user's or the system-wide
    /// daemon.
    init(path: String?, isSystem: Bool) {
        let usual =
            isSystem
            ? "/etc/stated/stated.yaml"
            : Environment["STATED_CONFIG"] ?? "\(UserFolder.configuration)/stated/stated.yaml"
        self.path = path ?? usual
        program = ConfigurationProgram(options: isSystem ? ["--system"] : [])
    }

    /// Returns true if this file is also at another path.
    func isAt(_ other: String) -> Bool {
        guard let own = FilePath.status(path), let theirs = FilePath.status(other) else {
            return path == other
        }
        return own.st_dev == theirs.st_dev && own.st_ino == theirs.st_ino
    }

    /// Throws a failure if the daemon reads the file at `other`, and that is not this file.
    func check(isAt other: String?) throws(Failure) {
        guard let other, !isAt(other) else { return }
        throw Failure(
            .badValue,
            "the daemon reads \(other), not \(path): it was started with another ".visible
                + "--config, STATED_CONFIG or XDG_CONFIG_HOME"
        )
    }

    /// Returns the contents; empty if there is no file.
    func read() throws(Failure) -> String {
        guard let bytes = FilePath.content(path, most: .max) else {
            guard errno == ENOENT || errno == ENOTDIR else { throw Failure(file: path, errno) }
            return ""
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(file: path, EILSEQ)
        }
        return text
    }

    func faults(of text: String) throws(Failure) -> [String] {
        try withDraft(text) { program, draft in program.faults(file: draft) }
            .map { $0.replacing(draft, with: path) }
    }

    /// Returns the reason why the remote store in new contents cannot be reached; `nil` if it
    /// responds.
    func obstacle(to text: String) throws(Failure) -> String? {
        try withDraft(text) { program, draft in program.obstacle(file: draft) }
    }

    /// The path of a draft for checks, in the directory of the file.
    private var draft: String { "\(path).check-\(getpid())" }

    private func withDraft<Value>(
        _ text: String,
        _ body: (ConfigurationProgram, String) -> Value
    ) throws(Failure) -> Value {
        let program = try checker()
        defer { unlink(draft) }
        try NewFile.write(Array(text.utf8), to: draft)
        return body(program, draft)
    }

    func checker() throws(Failure) -> ConfigurationProgram {
        guard let program else {
            throw Failure(
                .noPlayer,
                "“stated” is neither beside statectl nor on the PATH; install both together"
            )
        }
        return program
    }

    /// Replaces the file without a check, in ``locked(_:)``.
    func write(_ text: String) throws(Failure) {
        let mode = FilePath.status(path).map { $0.st_mode & 0o777 } ?? 0o644
        try NewFile.write(Array(text.utf8), to: path, mode: mode)
    }

    /// Checks new contents; throws a failure with the first error.
    ///
    /// `value` is that of a key which has just been set: it must be what the daemon reads.
    func check(_ text: String, _ key: String, is value: String?) throws(Failure) {
        if let fault = try faults(of: text).first { throw Failure(.badValue, fault.visible) }
        guard let value else { return }
        let isRead = try withDraft(text) { program, draft in
            program.reads(value, for: key, file: draft)
        }
        guard isRead else {
            throw Failure(
                .badValue,
                "the file would not set \(key.visible) to this value; change it with “statectl "
                    + "config edit”"
            )
        }
    }

    /// Changes the contents, unless ``check(_:_:is:)`` fails; returns the former contents.
    @discardableResult
    func change(
        _ key: String = "",
        is value: String? = nil,
        _ body: (inout ConfigurationText) throws(Failure) -> Void
    ) throws(Failure) -> String {
        try locked { () throws(Failure) -> String in
            let former = try read()
            let before = ConfigurationText(former)
            var text = before
            try body(&text)
            guard text != before || value != nil else { return former }
            do throws(Failure) {
                try check(text.text, key, is: value)
            } catch {
                throw Failure(error.status, "\(error.message); nothing was changed")
            }
            if text != before { try write(text.text) }
            return former
        }
    }

    /// Runs `body` while no other statectl changes the file.
    func locked<Value>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let lock = try FolderLock(of: NewFile.place(of: path))
        defer { lock.release() }
        return try body()
    }
}
