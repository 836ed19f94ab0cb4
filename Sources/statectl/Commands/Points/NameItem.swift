// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct NameItem: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "alias",
        "Show the other names of an item, add one, or remove one.",
        about: """
            Every command accepts any name of an item. If the name already has a resume point, the \
            two items are merged: the newer resume point is kept, and the older goes to the \
            history.
            """,
        examples: ["statectl alias /mnt/films/alien.mkv /media/usb/alien.mkv"]
    )

    @OptionGroup var item: ItemArgument

    @Argument(help: "Another name for the item.", completion: .file())
    var alias: String?

    @Flag(help: "Remove the name instead.")
    var remove = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        guard let written = alias ?? (remove ? item.item : nil) else { return try await list() }
        guard remove else { return try await add(WrittenItem.own(written)) }
        let named = WrittenItem(written, client: client)
        let spelled = try await named.spelled()?.name
        let alias = if let spelled { spelled } else { try await named.known() ?? written }
        if self.alias != nil, try await !isName(alias) {
            throw Failure(
                .notThere,
                "\(alias.visible) is not an alias of \(item.item.visible); "
                    + "“statectl alias \(item.item.quoted)” lists its aliases"
            )
        }
        let answer = try await StateClient.known(
            try await client.answer(Playback.RemoveAlias.self, .init(alias: alias))
        )
        guard let answer else {
            throw Failure(
                .notThere,
                "\(alias.visible) is not an alias of an item; "
                    + "“statectl alias ITEM” lists the aliases of ITEM"
            )
        }
        daemon.report(answer.json, "\(alias.visible) is no longer a name of an item")
    }

    private func add(_ alias: String) async throws {
        let item = WrittenItem(item.item, client: client)
        guard alias != item.own else {
            throw Failure(.badValue, "\(alias.visible) is the item's own name already")
        }
        let (name, answer) = try await item.answer(Playback.AddAlias.self) {
            .init(item: $0, alias: alias)
        }
        daemon.report(answer.json, "\(alias.visible) is a name of \(name.visible)")
    }

    private func list() async throws {
        let answer = try await names()
        if daemon.json { return output.json([answer.json]) }
        output.lines(answer.aliases.map(\.visible))
    }

    private func isName(_ alias: String) async throws -> Bool {
        try await names().aliases.contains(alias)
    }

    private func names() async throws -> Answer<Playback.ListAliases.Reply> {
        let item = WrittenItem(item.item, client: client)
        return try await item.answer(Playback.ListAliases.self) { .init(item: $0) }.answer
    }
}
