public import StateProtocol

extension StateClient {
    /// How the daemon is doing, and how much it holds.
    public func health() async throws(StateClientError) -> Health {
        try await call(Service.GetHealth.self, .init()).health
    }

    /// Every counter and gauge, in the OpenMetrics text format.
    public func metrics() async throws(StateClientError) -> String {
        try await call(Service.GetMetrics.self, .init()).text
    }

    /// Has the daemon read its configuration again; answers the keys that changed.
    @discardableResult
    public func reload() async throws(StateClientError) -> [String] {
        try await call(Service.Reload.self, .init()).changed
    }

    /// Has the daemon write a consistent copy of its store into its state directory.
    ///
    /// The copy is made while the sequence is read, and is complete when an element with a path
    /// came. `name` is the file's; nil: one made from the time.
    public func backup(name: String? = nil) -> Backup {
        Backup(socket: socket, name: name)
    }
}

/// How far a backup is, again and again until it is complete.
public struct Backup: AsyncSequence, Sendable {
    /// How far it is.
    public struct Progress: Sendable, Equatable {
        /// How many pages are copied.
        public var pagesDone: Int
        /// How many there are in all.
        public var pagesTotal: Int
        /// Where the copy lies, once it is complete.
        public var path: String?
    }

    let socket: String
    let name: String?

    /// Begins the backup with the first element.
    public func makeAsyncIterator() -> Iterator {
        Iterator(replies: Replies(socket: socket, Service.Backup.self, .init(name: name)))
    }

    /// The replies as they come.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var replies: Replies

        /// How far the backup is now; nil after the last.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> Progress? {
            guard let json = try await replies.next() else { return nil }
            let reply = try StateClient.decode(Service.Backup.Reply.self, json)
            return Progress(
                pagesDone: reply.pagesDone,
                pagesTotal: reply.pagesTotal,
                path: reply.path
            )
        }
    }
}
