import StateBridge
import StateClient
import StateProtocol

/// Items as a person writes them.
enum WrittenItem {
    /// Asks the daemon about an item by the name that was written; where it knows nothing of that
    /// name, and there is such a file, by the file's path, as players tell it.
    ///
    /// - Parameters:
    ///   - method: what is asked.
    ///   - item: the name as it was written.
    ///   - client: the way to the daemon.
    ///   - parameters: the question, for a name.
    /// - Returns: the answer's JSON.
    /// - Throws: what is wrong with the name that was written, if no other is known.
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

    /// Whether something is, or was, stored under a name.
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
