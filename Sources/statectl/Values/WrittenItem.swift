// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import StateBridge
import StateClient
import StateModel
import StateProtocol

/// An item as named on the command line.
///
/// The daemon is asked about the canonical name, other spellings, the contents of the file,
/// possible names, and finally listed items.
struct WrittenItem {
    /// The name as written.
    let text: String
    /// The possible names of the item.
    let names: WrittenName
    /// The client of the daemon.
    let client: StateClient

    /// Determines the possible names of the item that `text` refers to.
    init(_ text: String, client: StateClient) {
        self.text = text
        names = ItemFile.names(of: text)
        self.client = client
    }

    /// The name under which the item is stored.
    var own: String { names.own }

    /// Returns the name under which the item that `text` refers to is stored.
    static func own(_ text: String) -> String { ItemFile.names(of: text).own }

    /// Asks the daemon about the item under its possible names.
    ///
    /// - Parameters:
    ///   - method: the method to call.
    ///   - problem: the start of the failure's message if there is no such item.
    ///   - acrossRemoved: true if items with and without a resume point are equivalent.
    ///   - parameters: the method's parameters for a name.
    /// - Returns: the name that the daemon knew, and the answer's JSON.
    /// - Throws: the daemon's error for a known item, or a failure if the item is unknown or the
    ///   name ambiguous.
    func answer<Method: StateMethod>(
        _ method: Method.Type,
        or problem: String = "no resume point for",
        acrossRemoved: Bool = false,
        _ parameters: (String) -> Method.Parameters
    ) async throws -> (name: String, answer: Answer<Method.Reply>) {
        do {
            return (own, try await client.answer(method, parameters(own)))
        } catch {
            guard case .notFound = error else { throw error }
            let name = try await stored(problem, acrossRemoved: acrossRemoved)
            guard name != own else { throw error }
            return (name, try await client.answer(method, parameters(name)))
        }
    }

    /// Asks the daemon about the item's resume point; see ``answer(_:or:acrossRemoved:_:)``.
    ///
    /// - Throws: a failure for an item without a point, which proposes its history.
    func pointAnswer<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: (String) -> Method.Parameters
    ) async throws -> (name: String, answer: Answer<Method.Reply>) {
        do {
            return try await answer(method, parameters)
        } catch StateClientError.notFound(let name?, _) {
            throw Failure(missing: name, hasHistory: await Self.hasHistory(name, client))
        }
    }

    /// Returns true if the item with the given name has a history.
    static func hasHistory(_ name: String, _ client: StateClient) async -> Bool {
        (try? await client.history(name, limit: 1))?.isEmpty == false
    }

    /// Returns the name under which the item is stored.
    ///
    /// Other names may be those printed by `statectl list`.
    ///
    /// - Parameters:
    ///   - problem: the start of the failure's message.
    ///   - acrossRemoved: true if items with and without a resume point are equivalent.
    /// - Returns: the item's own name, or another one.
    /// - Throws: a failure if the item is unknown or the name ambiguous.
    func stored(
        _ problem: String = "no resume point for",
        acrossRemoved: Bool = false
    ) async throws -> String {
        if let known = try await known() { return known }
        var offer = ""
        if isListed, let listed = try? await ListedItems(from: client) {
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

    /// Returns the name under which the item is stored, or else its canonical name.
    ///
    /// - Throws: a failure if the name is ambiguous.
    func followed() async throws -> String {
        do {
            return try await stored()
        } catch let failure as Failure {
            guard failure.status == .notThere else { throw failure }
            return own
        } catch is StateClientError {
            // The stream itself reports it, or waits.
            return own
        }
    }

    /// True if the name may be a displayed one.
    var isListed: Bool { !names.isFile && !text.contains("://") }

    /// Returns the first name with stored values; `nil` if there is none.
    func known() async throws(StateClientError) -> String? {
        for name in [names.own] + names.spellings where try await aliases(of: name) != nil {
            return name
        }
        if names.isFile {
            let key = ContentFile.key(of: names.own)
            if let name = try await contentName(key) { return name }
        }
        for name in names.guesses where try await aliases(of: name) != nil { return name }
        return nil
    }

    /// Returns the other names of an item; `nil` if nothing was ever stored under the name.
    private func aliases(of name: String) async throws(StateClientError) -> [String]? {
        try await StateClient.known(try await client.aliases(of: name))
    }
}

// MARK: - Files that are saved

extension WrittenItem {
    /// Makes the canonical name an alias of an item stored under another spelling or with the same
    /// contents.
    ///
    /// - Returns: the content key to add to the item; `nil` if there is none.
    func joined() async throws(StateClientError) -> String? {
        guard names.isFile else { return nil }
        let key = ContentFile.key(of: names.own)
        if let aliases = try await aliases(of: names.own) {
            return key.flatMap { aliases.contains($0) ? nil : $0 }
        }
        for name in names.spellings where try await aliases(of: name) != nil {
            try await add(names.own, to: name)
            return key
        }
        guard let name = try await contentName(key) else { return key }
        try await add(names.own, to: name)
        return name == key ? nil : key
    }

    /// Adds the names by which e-readers know the file to those of the item.
    func nameForReaders() async throws(StateClientError) {
        for name in readerNames(ContentFile.key(of: names.own)) {
            try await add(name, to: names.own)
        }
    }

    /// Returns the first name by the file's contents or for e-readers with stored values; `nil` if
    /// there is none.
    ///
    /// Different books may have one file name: its digest counts only if it is the item's own name,
    /// as that of a reader that matches by file names.
    private func contentName(_ key: String?) async throws(StateClientError) -> String? {
        let byFileName = readerNames(nil)
        for name in (key.map { [$0] } ?? []) + readerNames(key) {
            guard let aliases = try await aliases(of: name) else { continue }
            if !byFileName.contains(name) || !aliases.contains(name) { return name }
        }
        return nil
    }

    /// Returns the names by which e-readers know a book: the digests of its samples, as in the key
    /// of its contents, and of its file name.
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

    /// Adds the key of the file's contents as an alias of the item.
    func name(by key: String) async throws(StateClientError) {
        try await add(key, to: names.own)
    }

    /// Adds an alias unless it belongs to another item, or the item has too many.
    ///
    /// The point is stored in any case.
    private func add(_ alias: String, to item: String) async throws(StateClientError) {
        do {
            try await client.addAlias(alias, to: item)
        } catch .notFound, .aliasConflict, .invalid, .limitReached {
            // The item keeps the names that it has.
        }
    }
}
