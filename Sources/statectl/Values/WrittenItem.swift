// SPDX-License-Identifier: Apache-2.0
import StateBridge
import StateClient
import StateProtocol

/// The items that a person names on the command line.
enum WrittenItem {
    /// Asks the daemon about an item by its written name, or else by its file's path.
    ///
    /// If the daemon does not know the name and there is such a file, the question is repeated with
    /// the path, as players report it.
    ///
    /// - Parameters:
    ///   - method: the method to call.
    ///   - item: the name as it was written.
    ///   - client: the client of the daemon.
    ///   - parameters: the method's parameters for a name.
    /// - Returns: the answer's JSON.
    /// - Throws: the error for the written name, if no other name is known.
    static func answer<Method: StateMethod>(
        _ method: Method.Type,
        about item: String,
        from client: StateClient,
        _ parameters: (String) -> Method.Parameters
    ) async throws(StateClientError) -> [UInt8] {
        do {
            return try await client.answer(method, parameters(item))
        } catch {
            guard case .notFound = error, let path = ContentFile.resolved(item), path != item,
                try await !isKnown(item, to: client), try await isKnown(path, to: client)
            else { throw error }
            return try await client.answer(method, parameters(path))
        }
    }

    /// Returns true if something is, or was, stored under a name.
    private static func isKnown(
        _ name: String,
        to client: StateClient
    ) async throws(StateClientError) -> Bool {
        do {
            _ = try await client.answer(Playback.ListAliases.self, .init(item: name))
            return true
        } catch {
            guard case .notFound = error else { throw error }
            return false
        }
    }
}
