// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import StateBridge
import StateClient
import StateModel

/// An item as given on the command line.
///
/// It is looked up by its canonical name, by other spellings, by the content key of the file, by
/// other possible names, and finally among the displayed names of recent items.
struct WrittenItem {
    private static let look = TimedLook()

    let text: String
    let names: WrittenName
    let client: StateClient

    init(_ text: String, client: StateClient) {
        self.text = text
        names = Self.names(of: text)
        self.client = client
    }

    /// The name under which the item would be stored.
    var own: String { names.own }

    static func own(_ text: String) -> String { names(of: text).own }

    /// Returns the names of an item; those of a missing file if the disk does not respond.
    private static func names(of text: String) -> WrittenName {
        look.value(of: text) { ItemFile.names(of: $0) }
            ?? WrittenName(text, in: ItemFile.resolved(".")) { _ in nil }
    }

    /// Calls a method with the name under which the item is stored.
    ///
    /// `problem` is the beginning of the failure's message if there is no such item. With
    /// `acrossRemoved`, a displayed name must also be unique among removed items.
    func answer<Method: StateMethod>(
        _ method: Method.Type,
        or problem: String = "no resume point for",
        acrossRemoved: Bool = false,
        _ parameters: (String) -> Method.Parameters
    ) async throws -> (name: String, answer: Answer<Method.Reply>) {
        let name = try await stored(problem, acrossRemoved: acrossRemoved)
        return (name, try await client.answer(method, parameters(name)))
    }

    /// Calls a method that needs a resume point; see ``answer(_:or:acrossRemoved:_:)``.
    ///
    /// - Throws: A failure for an item without a resume point, which suggests the history if there
    ///   is one.
    func pointAnswer<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: (String) -> Method.Parameters
    ) async throws -> (name: String, answer: Answer<Method.Reply>) {
        do {
            return try await answer(method, parameters)
        } catch StateClientError.notFound(let name?, _) {
            throw Failure(missing: shown(name), hasHistory: await Self.hasHistory(name, client))
        } catch StateClientError.expired(let name, let at) {
            throw Failure(
                expired: shown(name),
                at: at,
                hasHistory: await Self.hasHistory(name, client),
                from: .current
            )
        }
    }

    /// Returns the name for messages: the path of a given file, even if the item is stored under
    /// another name, such as its content key; otherwise the stored name.
    func shown(_ stored: String) -> String { names.isFile ? own : stored }

    static func hasHistory(_ name: String, _ client: StateClient) async -> Bool {
        (try? await client.history(name, limit: 1))?.isEmpty == false
    }

    /// Returns the name under which the item is stored; the text may also be a name that
    /// `statectl list` displays.
    ///
    /// `problem` is the beginning of the failure's message if there is no such item. With
    /// `acrossRemoved`, a displayed name must also be unique among removed items.
    func stored(
        _ problem: String = "no resume point for",
        acrossRemoved: Bool = false
    ) async throws -> String {
        if let known = try await known() { return known }
        var offer = ""
        if isListed, let listed = try? await ListedItems(from: client, for: text) {
            if let item = try listed.item(named: text, acrossRemoved: acrossRemoved) {
                return item
            }
            offer = listed.offer(for: text)
        }
        throw Failure(
            .notThere,
            "\(problem) \(own.visible); \(offer)“statectl list” lists the resume points"
        )
    }

    /// Returns the name under which the item is stored, or else the one under which it would be
    /// stored.
    ///
    /// - Throws: A failure if the name is ambiguous.
    func followed() async throws -> String {
        do {
            return try await stored()
        } catch let failure as Failure where failure.status != .notThere {
            throw failure
        } catch {
            // The stream will report the missing item, or wait for it.
            return own
        }
    }

    /// True if the text may be a displayed name.
    var isListed: Bool { !names.isFile && !text.contains("://") }

    /// Returns the first possible name under which the daemon has values; `nil` if there is none.
    ///
    /// The contents of a file are stronger evidence than its path, which another file may have had.
    func known() async throws(StateClientError) -> String? {
        let contents = names.isFile ? ContentFile.contents(of: names.own) : nil
        if let (name, aliases) = try await spelled() {
            // The names are those other than the item's own, which may be a content key.
            guard let contents, contents.contradicts(aliases) || aliases.contains(name),
                let others = try await self.aliases(of: contents.name), others != aliases
            else { return name }
            return contents.name
        }
        if let name = try await contentName(contents?.name) { return name }
        let downloads = names.isFile ? ItemPath.downloads(of: names.own) : []
        for name in names.guesses + downloads where try await aliases(of: name) != nil {
            return name
        }
        return nil
    }

    /// Returns the first spelling of the name under which the daemon has values, and the item's
    /// other names; `nil` if there is none.
    func spelled() async throws(StateClientError) -> (name: String, aliases: [String])? {
        for name in [names.own] + names.spellings {
            if let aliases = try await aliases(of: name) { return (name, aliases) }
        }
        return nil
    }

    /// Returns the other names of an item; `nil` if nothing was ever stored under this name.
    private func aliases(of name: String) async throws(StateClientError) -> [String]? {
        try await StateClient.known(try await client.aliases(of: name))
    }
}

// MARK: - Files that are saved

extension WrittenItem {
    /// Adds the file's canonical name as an alias of an item that is stored under another spelling,
    /// or has the same contents; removes it from an item whose file it has replaced.
    ///
    /// `length` is the length of the file, in seconds; `nil` if it is unknown.
    ///
    /// - Returns: The content key, if it must be added to the item after the save; otherwise `nil`.
    func joined(length: Double?) async throws(StateClientError) -> String? {
        guard names.isFile else { return nil }
        let contents = ContentFile.contents(of: names.own)
        let key = contents?.name
        if let (name, aliases) = try await spelled() {
            if name != names.own { try await add(names.own, to: name) }
            guard let contents, try await replaced(contents, length: length) else {
                return aliases.contains { $0 == key } ? nil : key
            }
        }
        guard let name = try await contentName(key) else { return key }
        try await add(names.own, to: name)
        return name == key ? nil : key
    }

    /// Removes the path from its item if the file has replaced another item's; returns true then.
    private func replaced(
        _ contents: ContentKey,
        length: Double?
    ) async throws(StateClientError) -> Bool {
        let stored = try await StateClient.known(
            try await client.call(Playback.Resume.self, .init(item: names.own))
        )
        guard let point = stored?.point, let keys = stored?.contents,
            contents.contradicts(keys)
        else { return false }
        let other = try await StateClient.known(try await client.get(contents.name))
        let identity = Identity(
            contents: other == nil ? .other : .known,
            length: point.duration,
            position: point.position
        )
        guard identity.verdict(for: length) == .another else { return false }
        try await detach(point, keys)
        return true
    }

    /// Removes the path from a resume point of other contents.
    ///
    /// If the path is only an alias, the alias is removed. Otherwise, the point is cleared, and
    /// stored under the first content key.
    private func detach(
        _ point: ResumePoint,
        _ contents: [String]
    ) async throws(StateClientError) {
        guard point.item == names.own else {
            try await client.removeAlias(names.own)
            return
        }
        for key in contents { try await client.removeAlias(key) }
        try await client.clear(names.own)
        guard let key = contents.first else { return }
        try await client.save(
            Snapshot(of: point, detachedFrom: names.own, as: key, by: point.player)
        )
    }

    /// Adds the e-readers' names of the file as aliases of the item.
    func nameForReaders() async throws(StateClientError) {
        for name in readerNames(ContentFile.key(of: names.own)) {
            try await add(name, to: names.own)
        }
    }

    /// Returns the first of the content key and the e-readers' names under which the daemon has
    /// values; `nil` if there is none.
    ///
    /// Different books may have the same file name. Therefore, the digest of the file name is
    /// accepted only as an item's own name, under which an e-reader has stored the item.
    private func contentName(_ key: String?) async throws(StateClientError) -> String? {
        let byFileName = readerNames(nil)
        for name in (key.map { [$0] } ?? []) + readerNames(key) {
            guard let aliases = try await aliases(of: name) else { continue }
            if !byFileName.contains(name) || !aliases.contains(name) { return name }
        }
        return nil
    }

    /// Returns the names that e-readers use for a book: the digest of its samples, which is part of
    /// the content key, and the digest of its file name.
    private func readerNames(_ key: String?) -> [String] {
        let file = names.own.split(separator: "/").last ?? ""
        guard names.isFile, let end = file.split(separator: ".").last?.lowercased(),
            Self.books.contains(end)
        else { return [] }
        let contents = key?.split(separator: "-").last.map(String.init)
        return [contents, MD5.hexadecimal(of: file.utf8)].compactMap { $0.map { "kosync:" + $0 } }
    }

    private static let books: Set = [
        "azw", "azw3", "cbr", "cbz", "djvu", "epub", "fb2", "mobi", "pdf", "txt",
    ]

    func name(by key: String) async throws(StateClientError) {
        try await add(key, to: names.own)
    }

    /// Adds an alias, unless the daemon refuses it, for example because it belongs to another item.
    private func add(_ alias: String, to item: String) async throws(StateClientError) {
        do {
            try await client.addAlias(alias, to: item)
        } catch .notFound, .aliasConflict, .invalid, .limitReached {
            // The item keeps its current names.
        }
    }
}
