// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Varlink

struct SetSetting: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "set",
        "Set a key in the configuration file, and apply it.",
        about: """
            The rest of the file is not changed. A running daemon reads the file immediately; the \
            output names the keys that take effect only when it is restarted. An invalid value \
            changes nothing. A ttl applies to later saves; --existing also extends stored resume \
            points.
            """,
        examples: [
            "statectl config set ttl 30d --existing",
            "statectl config set players.mpv.ttl --unset",
        ]
    )

    @Argument(help: "The key, such as ttl or limits.points.", completion: KeyArgument.completion)
    var key: String

    @Argument(help: "The new value.", completion: KeyArgument.values)
    var value: String?

    @Flag(help: "Remove the key from the file; its default applies.")
    var unset = false

    @Flag(help: "With ttl or players.NAME.ttl: also extend stored resume points.")
    var existing = false

    @Flag(help: "Show the changes without making them.")
    var dryRun = false

    @OptionGroup var choice: ConfigurationOptions
    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard (value == nil) == unset else { throw ValidationError("give a VALUE, or use --unset") }
        if existing, unset || LifetimeKey(key) == nil {
            throw ValidationError("use --existing only to set ttl or players.NAME.ttl")
        }
    }

    func run() async throws {
        let file = choice.file
        if dryRun {
            var text = ConfigurationText(try file.read())
            let former = try change(&text, file)
            try file.check(text.text, key, is: value)
            if daemon.json { return output.json([json(former, file.path, nil, text: text.text)]) }
            return output.write(Array(text.text.utf8))
        }
        var former: String?
        let outcome = try await Application.apply(client, file) {
            try file.change(key, is: value) { (text) throws(Failure) in
                former = try change(&text, file)
            }
        }
        let stored = try await stored(file)
        if daemon.json { return output.json([json(former, file.path, stored)]) }
        let now = value.map { "\(key): \($0)" } ?? "\(key): not set"
        let was = former.map { " (it was \($0))" } ?? ""
        let rest = stored.map(sentence) ?? ""
        output.line("\(now)\(was) in \(file.path); \(outcome)\(rest)".visible)
        if key.hasPrefix("web."), case .refusing(let reason) = WebSurvey.facts(file: file.path) {
            Output.notice(
                "stated-web would not start with this: \(reason)".visible
            )
        }
    }

    /// Changes the key, and returns its former value; throws a failure if there is none to remove.
    private func change(
        _ text: inout ConfigurationText,
        _ file: ConfigurationFile
    ) throws(Failure) -> String? {
        let former = text.value(of: key)
        if let value {
            try text.set(key, to: value)
        } else if !text.remove(key) {
            throw Failure(.notThere, "\(file.path) does not set \(key)".visible)
        }
        return former
    }

    /// Extends the time to live of the stored resume points with `--existing`; otherwise only
    /// counts the points.
    ///
    /// Returns `nil` if the key is not a time to live, or if the points cannot be counted.
    private func stored(_ file: ConfigurationFile) async throws -> Int? {
        guard let lifetime = LifetimeKey(key) else { return nil }
        guard existing else { return try? await lifetime.stored(client) }
        let settings = try file.checker().settings(file: file.path) ?? []
        return try await lifetime.extend(by: settings, client)
    }

    private func sentence(_ stored: Int) -> String {
        let points = HealthReport.count(stored, "resume point")
        guard !existing else { return "; extended \(points)" }
        guard stored > 0 else { return "" }
        return "; the time to live of \(points) stored earlier does not change"
            + (unset ? "" : " without --existing")
    }

    /// Returns the result as JSON; `text` is the new text of the file in a dry run.
    private func json(
        _ former: String?,
        _ path: String,
        _ stored: Int?,
        text: String? = nil
    ) -> [UInt8] {
        RawJSON.object([
            "key": .string(key), "value": value.map(JSONValue.string),
            "former": former.map(JSONValue.string), "file": .string(path),
            existing ? "extended" : "kept": stored.map(JSONValue.int),
            "text": text.map(JSONValue.string),
        ])
    }
}
