// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateClient
import Varlink

struct EditSettings: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "edit",
        "Open the configuration in $VISUAL or $EDITOR, and install it once it is valid.",
        about: """
            A new file begins as a commented example. If the edited file has errors, you are asked \
            to edit it again; the configuration does not change until it is valid. If the file has \
            changed in the meantime, it is not replaced, and the output says where your text is.
            """,
        examples: ["EDITOR=nano statectl config edit"]
    )

    @OptionGroup var choice: ConfigurationOptions
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let file = choice.file
        guard Output.hasKeys || Self.editor != nil else {
            throw Failure(
                .usage,
                "there is no terminal for an editor; set EDITOR to an editor that needs none"
            )
        }
        let content = try file.read()
        let before = content.isEmpty ? Self.example : content
        let draft = try Self.draft(before)
        var isDraftKept = false
        defer { if !isDraftKept { unlink(draft) } }
        repeat {
            try Self.open(draft)
            guard let bytes = FilePath.content(draft, most: .max) else {
                throw Failure(file: draft, errno)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let faults = try file.faults(of: text)
            if faults.isEmpty {
                let isChanged = text != before
                isDraftKept = isChanged
                let outcome = isChanged ? try await install(draft, text, over: content) : ""
                isDraftKept = false
                if daemon.json {
                    let json = RawJSON.object([
                        "file": .string(file.path), "changed": .bool(isChanged),
                    ])
                    return output.json([json])
                }
                return output.line(
                    isChanged ? "wrote \(file.path); \(outcome)".visible : "nothing was changed"
                )
            }
            Output.notices().lines(faults.map { "statectl: \($0)".visible })
        } while Question("Edit again?").ask() == true
        throw Failure(.badValue, "\(file.path.visible) was not changed")
    }

    /// Replaces the contents that were read with the edited text.
    ///
    /// - Throws: A failure with the path of the draft, if the file has changed in the meantime or
    ///   cannot be written.
    private func install(
        _ draft: String,
        _ text: String,
        over content: String
    ) async throws -> String {
        let file = choice.file
        do {
            return try await Application.apply(client, file) {
                try file.locked { () throws(Failure) in
                    guard try file.read() == content else {
                        throw Failure(
                            .tryAgain,
                            "\(file.path.visible) has changed in the meantime, and was not replaced"
                        )
                    }
                    try file.write(text)
                }
            }
        } catch {
            guard let failure = Failure(of: error) else { throw error }
            throw Failure(failure.status, "\(failure.message); your text is in \(draft.visible)")
        }
    }

    private static var editor: String? { Environment["VISUAL"] ?? Environment["EDITOR"] }

    private static var example: String {
        let content = ProgramFile.shared("stated.yaml").flatMap { FilePath.content($0) }
        return String(decoding: content ?? [], as: UTF8.self)
    }

    /// Creates the file to edit; editors recognise its type by the extension.
    private static func draft(_ text: String) throws(Failure) -> String {
        var template = Array("\(Environment["TMPDIR"] ?? "/tmp")/stated-XXXXXX.yaml".utf8CString)
        let descriptor = mkstemps(&template, 5)
        let path = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        guard descriptor >= 0 else { throw Failure(file: path, errno) }
        close(descriptor)
        do throws(Failure) {
            try NewFile.write(Array(text.utf8), to: path)
        } catch {
            unlink(path)
            throw error
        }
        return path
    }

    private static func open(_ path: String) throws(Failure) {
        let editor = editor ?? "vi"
        let words = ["sh", "-c", "\(editor) \"$1\"", "sh", path]
        // Interrupts are meant for the editor, so this process ignores them.
        let interrupts = [SIGINT, SIGQUIT]
        for number in interrupts { signal(number, SIG_IGN) }
        defer { for number in interrupts { signal(number, SIG_DFL) } }
        let status = try ToolRun.onTerminal(words, restoring: interrupts)
        guard status == 0 else {
            throw Failure(.tryAgain, "\(editor.visible) ended with status \(status)")
        }
    }
}
