// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

/// `statectl sync move`: syncs through another folder from now on.
struct MoveSync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Sync through another folder from now on.",
        discussion: """
            A last round takes from the former folder what the others left there; then everything is \
            sent to the new one. Run it on each device, in any order. The former folder stays as it is; \
            remove it when no device syncs through it any more.

            Example:
              statectl sync move /mnt/nas/stated
            """
    )

    /// The new folder.
    @Argument(help: "The new folder; it is made if it is missing.", completion: .directory)
    var directory: String

    @OptionGroup var consent: ConsentOptions
    @OptionGroup var choice: ConfigurationOptions
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let folder = try SyncFolder(written: directory)
        let change = RemoteChange(file: choice.file, client: daemon.client)
        guard let current = try await change.current() else {
            throw Failure(
                .notThere,
                "this device does not sync yet; “statectl sync setup \(directory.quoted)” sets it up"
            )
        }
        let isOther = !folder.isMeant(by: current)
        let joining = FolderJoin(
            folder: folder,
            former: isOther ? current : nil,
            change: change,
            json: daemon.json
        )
        guard try joining.confirm(consent) else { return }
        try await joining.join()
        guard !daemon.json, isOther else { return }
        Output.standard().line(
            "Move the other devices as well; \(FolderURL.path(of: current)) is not needed after that."
        )
    }
}
