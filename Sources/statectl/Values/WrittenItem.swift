// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import StateBridge
import StateClient
import StateProtocol

/// An item as a person names it on the command line.
///
/// The daemon is asked about the item's own name first, then about the same name in other
/// spellings, about the contents of the file, and at last about names that may be meant.
struct WrittenItem {
    /// The names that the item may have.
    let names: WrittenName
    /// The client of the daemon.
    let client: StateClient

    /// Determines the names of the item that a person calls `text`.
    init(_ text: String, client: StateClient) {
        names = ItemFile.names(of: text)
        self.client = client
    }

    /// The name under which the item is stored.
    var own: String { names.own }

    /// Returns the name under which the item that a person calls `text` is stored.
    static func own(_ text: String) -> String { ItemFile.names(of: text).own }

    /// Asks the daemon about an item under the names that it may have.
    ///
    /// - Parameters:
    ///   - method: the method to call.
    ///   - item: the name as it was written.
    ///   - client: the client of the daemon.
    ///   - parameters: the method's parameters for a name.
    /// - Returns: the answer's JSON.
    /// - Throws: the error for the item's own name, if the daemon knows none of the others.
    static func answer<Method: StateMethod>(
        _ method: Method.Type,
        about item: String,
        from client: StateClient,
        _ parameters: (String) -> Method.Parameters
    ) async throws(StateClientError) -> [UInt8] {
        try await namedAnswer(method, about: item, from: client, parameters).json
    }

    /// Asks the daemon as ``answer(_:about:from:_:)`` does, and returns the name that it knew, too.
    static func namedAnswer<Method: StateMethod>(
        _ method: Method.Type,
        about item: String,
        from client: StateClient,
        _ parameters: (String) -> Method.Parameters
    ) async throws(StateClientError) -> (name: String, json: [UInt8]) {
        let item = WrittenItem(item, client: client)
        do {
            return (item.own, try await client.answer(method, parameters(item.own)))
        } catch {
            guard case .notFound = error, let known = try await item.known(), known != item.own
            else { throw error }
            return (known, try await client.answer(method, parameters(known)))
        }
    }

    /// Asks the daemon about an item's resume point, as ``answer(_:about:from:_:)`` does.
    ///
    /// - Throws: a failure for an item without one, which offers its history if it has one.
    static func pointAnswer<Method: StateMethod>(
        _ method: Method.Type,
        about item: String,
        from client: StateClient,
        _ parameters: (String) -> Method.Parameters
    ) async throws -> (name: String, json: [UInt8]) {
        do {
            return try await namedAnswer(method, about: item, from: client, parameters)
        } catch {
            guard case .notFound(let name?, _) = error else { throw error }
            throw Failure(missing: name, hasHistory: await hasHistory(item, client))
        }
    }

    /// Returns true if earlier values of an item are known.
    static func hasHistory(_ item: String, _ client: StateClient) async -> Bool {
        let answer = try? await answer(Playback.History.self, about: item, from: client) {
            .init(item: $0, limit: 1)
        }
        return answer.flatMap { try? RawJSON.elements("entries", of: $0) }?.isEmpty == false
    }

    /// Returns the name to ask about with methods that answer for unknown items, too.
    ///
    /// A name that is neither a file's nor written in another spelling is taken as it is.
    func best() async throws(StateClientError) -> String {
        guard names.isFile || !names.spellings.isEmpty else { return own }
        return try await known() ?? own
    }

    /// Returns the first name under which something is, or was, stored; `nil` if there is none.
    func known() async throws(StateClientError) -> String? {
        for name in [names.own] + names.spellings where try await aliases(of: name) != nil {
            return name
        }
        if names.isFile, let key = ContentFile.key(of: names.own),
            try await aliases(of: key) != nil
        {
            return key
        }
        for name in names.guesses where try await aliases(of: name) != nil { return name }
        return nil
    }

    /// Returns the other names of the item of that name; `nil` if nothing was ever stored there.
    private func aliases(of name: String) async throws(StateClientError) -> [String]? {
        do {
            let answer = try await client.answer(Playback.ListAliases.self, .init(item: name))
            return try StateClient.decode(Playback.ListAliases.Reply.self, answer).aliases
        } catch {
            guard case .notFound = error else { throw error }
            return nil
        }
    }
}

// MARK: - Files that are saved

extension WrittenItem {
    /// Makes the item's own name one more name of the item that has it in another spelling, or that
    /// has the same contents.
    ///
    /// - Returns: the key of the contents that the item still lacks; `nil` if it lacks none.
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
        if let key, try await aliases(of: key) != nil {
            try await add(names.own, to: key)
            return nil
        }
        return key
    }

    /// Adds the key of the file's contents to the names of the item.
    func name(by key: String) async throws(StateClientError) {
        try await add(key, to: names.own)
    }

    /// Adds a name to an item unless the name is another item's, or the item has too many.
    ///
    /// The point itself is stored whether or not the item gets one more name.
    private func add(_ alias: String, to item: String) async throws(StateClientError) {
        do {
            _ = try await client.answer(Playback.AddAlias.self, .init(item: item, alias: alias))
        } catch {
            switch error {
            case .notFound, .aliasConflict, .invalid, .limitReached: break
            default: throw error
            }
        }
    }
}
