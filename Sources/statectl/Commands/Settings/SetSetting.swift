// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Varlink

/// `statectl config set`: changes one key of the configuration file.
struct SetSetting: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set a key in the configuration file, and apply it.",
        discussion: """
            The rest of the file stays as it is, with its comments. A value that the daemon would refuse \
            changes nothing. --unset takes the key out, so that its default applies.

            Example:
              statectl config set players.mpv.ttl 30d
              statectl config set ttl --unset
            """
    )

    /// The key.
    @Argument(help: "The key, such as ttl or limits.points.", completion: KeyArgument.completion)
    var key: String

    /// The new value; `nil` to take the key out.
    @Argument(help: "The new value.", completion: KeyArgument.values)
    var value: String?

    /// True if the key is taken out.
    @Flag(help: "Take the key out of the file.")
    var unset = false

    /// True if only the change is shown.
    @Flag(help: "Show the changed file, and change nothing.")
    var dryRun = false

    @OptionGroup var choice: ConfigurationOptions
    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard (value == nil) == unset else { throw ValidationError("name a VALUE, or use --unset") }
    }

    func run() async throws {
        let file = choice.file
        var text = ConfigurationText(try file.read())
        let former = text.value(of: key)
        if let value {
            try text.set(key, to: value)
        } else if !text.remove(key) {
            throw Failure(.notThere, "\(file.path) does not set \(key)".visible)
        }
        let output = Output.standard()
        if dryRun {
            if let fault = try file.faults(of: text.text).first {
                throw Failure(.badValue, fault.visible)
            }
            return output.write(Array(text.text.utf8))
        }
        try file.replace(with: text.text)
        let outcome = await Application.reload(daemon.client)
        if daemon.json { return output.json([json(former, file.path)]) }
        let now = value.map { "\(key): \($0)" } ?? "\(key): not set"
        let was = former.map { " (it was \($0))" } ?? ""
        output.line("\(now)\(was) in \(file.path); \(outcome)".visible)
        if key.hasPrefix("web."), case .refusing(let reason) = WebSurvey.facts(file: file.path) {
            Output.notices().line(
                "statectl: stated-web would not start with this: \(reason)".visible
            )
        }
    }

    private func json(_ former: String?, _ path: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("key")
        writer.string(key)
        if let value {
            writer.key("value")
            writer.string(value)
        }
        if let former {
            writer.key("former")
            writer.string(former)
        }
        writer.key("file")
        writer.string(path)
        writer.endObject()
        return writer.bytes
    }
}
