// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

/// `statectl sync move`: syncs through another folder or other servers from now on.
struct MoveSync: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "move",
        "Sync through another folder or other servers from now on.",
        about: """
            A last round fetches what the other devices left in the former place; then everything is \
            sent to the new one. Run it on each device, in any order. The former place stays as it is; \
            remove it once no device syncs through it.
            """,
        examples: [
            "statectl sync move /mnt/nas/stated",
            "statectl sync move nats://nas.example.org/kim --credentials ~/kim.creds",
        ]
    )

    /// The new folder, or the URL of a store on servers.
    @Argument(
        help: ArgumentHelp(
            "The new folder, created if it is missing, or the URL of a store on NATS servers.",
            valueName: "directory-or-url"
        ),
        completion: .directory
    )
    var directory: String

    @OptionGroup var access: AccessOptions

    @OptionGroup var consent: ConsentOptions
    @OptionGroup var choice: ConfigurationOptions
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let place = try WrittenPlace.place(directory)
        let change = RemoteChange(file: choice.file, client: client)
        guard let current = try await change.current() else {
            throw Failure(
                .notThere,
                "this device does not sync yet; “statectl sync setup \(directory.quoted)” sets it up"
            )
        }
        let isOther = !place.isMeant(by: current)
        let joining = SyncJoin(
            place: place,
            files: try access.files(for: place),
            former: isOther ? current : nil,
            change: change,
            json: daemon.json
        )
        guard try await joining.confirm(consent) else { return }
        try await joining.join()
        guard !daemon.json, isOther else { return }
        output.line(
            "Move the other devices as well; \(FolderURL.path(of: current)) is not needed after that."
        )
    }
}
