// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateModel

struct GetSetting: ParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "get",
        "Print the value of a key, or every key with its value and source.",
        about: """
            With a key, the command prints only the value. In a pipe, the fields are key, value \
            and source.
            """,
        examples: ["statectl config get ttl"]
    )

    @Argument(help: "The key, such as ttl or limits.points.", completion: KeyArgument.completion)
    var key: String?

    @OptionGroup var choice: ConfigurationOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let program = try choice.program()
        guard let settings = program.settings(file: choice.config) else {
            let fault = program.faults(file: choice.config).first ?? "the configuration is invalid"
            throw Failure(.badValue, "\(fault); “statectl config edit” opens the file".visible)
        }
        let chosen = settings.filter {
            guard let key else { return true }
            return $0.key == key || $0.key.hasPrefix("\(key).")
        }
        guard !chosen.isEmpty || key == nil else {
            let name = key ?? ""
            let offer = Spelling.offer(for: name, of: settings.map(\.key))
            throw Failure(
                .notThere,
                "\(name.visible) is not set; \(offer)“statectl config get” shows all keys"
            )
        }
        if daemon.json { return output.json(chosen.map(\.json)) }
        if chosen.first?.key == key { return output.lines(chosen.map(\.value.visible)) }
        output.list(chosen, none: "")
    }
}
