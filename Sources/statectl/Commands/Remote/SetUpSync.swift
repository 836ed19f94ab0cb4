// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateClient

struct SetUpSync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "setup",
        "Sync with your other devices through a folder or NATS servers.",
        about: """
            Run the command on each device, in any order, with the path that the folder has on \
            that device, for example in Syncthing or Nextcloud, or on a network drive. Run it \
            again if the folder was replaced by another. “statectl sync leave” undoes it.
            """,
        examples: [
            "statectl sync setup ~/Sync/stated",
            "statectl sync setup nats://nas.example.org/kim --credentials ~/kim.creds",
        ]
    )

    @OptionGroup var remote: RemoteOptions

    func run() async throws {
        let place = try remote.place()
        if let current = try await remote.change.current(),
            !place.isReferenced(by: current)
        {
            throw Failure(
                .badValue,
                "this device syncs through \(FolderURL.path(of: current)) already; "
                    + "“statectl sync move \(remote.directory.quoted)” switches to the other place"
            )
        }
        try await remote.join(former: nil)
    }
}

struct RemoteOptions: ParsableArguments, DaemonCommand {
    @Argument(
        help: ArgumentHelp(
            "The folder, created if it is missing, or the URL of a store on NATS servers.",
            valueName: "directory-or-url"
        ),
        completion: .directory
    )
    var directory: String

    @OptionGroup var access: AccessOptions
    @OptionGroup var consent: ConsentOptions
    @OptionGroup var choice: ConfigurationOptions
    @OptionGroup var daemon: DaemonOptions

    var change: RemoteChange { RemoteChange(file: choice.file, client: client) }

    func place() throws(Failure) -> any SyncPlace { try WrittenPlace.place(directory) }

    func join(former: String?) async throws {
        let place = try place()
        let joining = SyncJoin(
            place: place,
            files: try access.files(for: place),
            former: former,
            change: change,
            json: daemon.json
        )
        if try await joining.confirm(consent) { try await joining.join() }
    }
}

struct ConsentOptions: ParsableArguments {
    @Flag(name: [.customShort("y"), .long], help: "Do not ask for confirmation.")
    var yes = false

    @Flag(help: "Show the changes without making them.")
    var dryRun = false
}

struct AccessOptions: ParsableArguments {
    @Option(
        "This device's credentials: a .creds file, or a file with one line user:password.",
        value: "file",
        completion: .file()
    )
    var credentials: String?

    @Option(
        "The file with the certificates of the servers' authorities, in PEM.",
        value: "file",
        completion: .file()
    )
    var ca: String?

    @Option(
        "This device's certificate, in PEM.",
        value: "file",
        completion: .file()
    )
    var certificate: String?

    @Option("The private key of the certificate, in PEM.", value: "file", completion: .file())
    var key: String?

    func files(for place: any SyncPlace) throws(Failure) -> RemoteFiles {
        var files = RemoteFiles()
        for (key, written) in zip(RemoteFiles.keys, [credentials, ca, certificate, self.key]) {
            guard let written else { continue }
            guard place is ServerStore else {
                throw Failure(
                    .badValue,
                    "--\(key.dropFirst("remote-".count)) is for NATS servers only; leave it out"
                )
            }
            let path = try FilePath.absolute(written)
            guard access(path, R_OK) == 0 else { throw Failure(file: path, errno) }
            if ["remote-credentials", "remote-key"].contains(key) { Self.warn(of: path) }
            files.paths[key] = path
        }
        guard (certificate == nil) == (key == nil) else {
            throw Failure(.badValue, "--certificate and --key must be given together")
        }
        return files
    }

    private static func warn(of path: String) {
        guard let status = FilePath.status(path), status.st_mode & 0o077 != 0 else { return }
        Output.notice(
            "other users can read or change \(path.visible); "
                + "“chmod 600 \(path.quoted)” makes it private"
        )
    }
}
