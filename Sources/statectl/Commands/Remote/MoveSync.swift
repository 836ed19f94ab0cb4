// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct MoveSync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "move",
        "Sync through another folder or other servers.",
        about: """
            This device syncs with the former place once more, then sends everything to the new \
            place. What is in the former place is kept. Run the command on each device, in any \
            order. Remove the former place once no device syncs through it.
            """,
        examples: [
            "statectl sync move /mnt/nas/stated",
            "statectl sync move nats://nas.example.org/kim --credentials ~/kim.creds",
        ]
    )

    @OptionGroup var remote: RemoteOptions

    func run() async throws {
        let place = try remote.place()
        guard let current = try await remote.change.current() else {
            throw Failure(
                .noDaemon,
                "this device does not sync yet; "
                    + "“statectl sync setup \(remote.directory.quoted)” sets it up",
                name: "syncDisabled"
            )
        }
        try await remote.join(former: place.isReferenced(by: current) ? nil : current)
    }
}
