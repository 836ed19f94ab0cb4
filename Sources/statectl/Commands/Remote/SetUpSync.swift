// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

/// `statectl sync setup`: syncs with other devices through a folder.
struct SetUpSync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Sync with your other devices through a folder that they share.",
        discussion: """
            Run it on each device, in any order, with the same folder as that device sees it: in \
            Syncthing, Nextcloud, on a network drive or a stick. What is stored here is sent, and what \
            the others have is fetched. Run it again if the folder was replaced by another one. \
            “statectl sync leave” takes it back.

            Example:
              statectl sync setup ~/Sync/stated
            """
    )

    /// The folder.
    @Argument(help: "The folder; it is made if it is missing.", completion: .directory)
    var directory: String

    @OptionGroup var consent: ConsentOptions
    @OptionGroup var choice: ConfigurationOptions
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let folder = try SyncFolder(written: directory)
        let change = RemoteChange(file: choice.file, client: daemon.client)
        if let current = try await change.current(), !folder.isMeant(by: current) {
            throw Failure(
                .badValue,
                "this device syncs through \(FolderURL.path(of: current)) already; "
                    + "“statectl sync move \(directory.quoted)” changes to the other folder"
            )
        }
        let joining = FolderJoin(
            folder: folder,
            former: nil,
            change: change,
            json: daemon.json
        )
        if try joining.confirm(consent) { try await joining.join() }
    }
}

/// The options of commands that ask before they change how devices sync.
struct ConsentOptions: ParsableArguments {
    /// True if the command does not ask for confirmation.
    @Flag(name: [.customShort("y"), .long], help: "Do not ask.")
    var yes = false

    /// True if the change is only shown.
    @Flag(help: "Show what would be done, and do nothing.")
    var dryRun = false
}
