// SPDX-License-Identifier: Apache-2.0
internal import NIOCore
internal import Varlink

/// The shared streams of a web server, which begin with their first reader.
actor StreamHub {
    /// A kind of shared stream.
    enum Kind: Hashable, Sendable {
        /// The stream of the page: changes without filters, and the state of sync.
        case page
        /// The replies of Subscribe with the parameters, one JSON object.
        case subscribe(parameters: [UInt8])
    }

    /// The most streams with filters at once; beyond, each reader has a subscription of its own.
    private static let most = 32
    /// The time between two looks for streams without readers, of which the second ends them.
    private static let lookInterval = Duration.seconds(30)

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let executor: any SerialExecutor
    private let loop: any EventLoop
    private let link: DaemonLink
    private var streams: [Kind: SharedStream] = [:]
    private var users: [Kind: Int] = [:]
    private let begun = AsyncStream.makeStream(of: Kind.self)

    /// Creates a hub without streams.
    init(on loop: any EventLoop, link: DaemonLink) {
        executor = loop.executor
        self.loop = loop
        self.link = link
    }

    /// Returns the stream of a kind, which stays until the connection of its user has ended; `nil`
    /// if there is none, and it may not or need not begin.
    ///
    /// - Parameters:
    ///   - kind: the kind.
    ///   - user: the connection.
    ///   - begins: true to begin the stream if there is none.
    /// - Returns: the stream.
    func stream(_ kind: Kind, for user: any Channel, begins: Bool = true) -> SharedStream? {
        let isFull = kind != .page && streams.count >= Self.most
        guard streams[kind] != nil || begins && !isFull else { return nil }
        users[kind, default: 0] += 1
        user.closeFuture.whenComplete { _ in self.assumeIsolated { $0.users[kind]? -= 1 } }
        if let stream = streams[kind] { return stream }
        let stream = SharedStream(on: loop, restartsReaders: kind != .page)
        streams[kind] = stream
        begun.continuation.yield(kind)
        return stream
    }

    /// Feeds the streams until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { feeds in
            for await kind in begun.stream {
                guard let stream = streams[kind] else { continue }
                let source = SharedStreamSource(link: link, stream: stream)
                feeds.addTask {
                    await withDiscardingTaskGroup { parts in
                        Self.addParts(of: kind, from: source, to: &parts)
                        await self.waitUntilUnused(kind)
                        parts.cancelAll()
                    }
                }
            }
        }
    }

    private static func addParts(
        of kind: Kind,
        from source: SharedStreamSource,
        to parts: inout DiscardingTaskGroup
    ) {
        switch kind {
        case .page:
            parts.addTask { await source.followChanges([], isGreeted: true) }
            parts.addTask { await source.followSync() }
        case .subscribe(let parameters):
            var reader = JSONReader(parameters)
            guard case .object(let members)? = try? reader.value() else { return }
            parts.addTask { await source.followChanges(members, isGreeted: false) }
        }
    }

    private func waitUntilUnused(_ kind: Kind) async {
        var wasUnused = false
        while !Task.isCancelled {
            // A cancelled task does not wait, and the loop ends.
            try? await Task.sleep(for: Self.lookInterval)
            let isUnused = users[kind, default: 0] == 0
            if isUnused, wasUnused { break }
            wasUnused = isUnused
        }
        streams[kind] = nil
        users[kind] = nil
    }
}
