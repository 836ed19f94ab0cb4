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

    /// The most streams at once; a client that filters gets one of its own beyond.
    private static let most = 32
    /// The time after which a stream without readers ends.
    private static let linger = TimeAmount.seconds(60)

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let executor: any SerialExecutor
    private let loop: any EventLoop
    private let link: DaemonLink
    private var streams: [Kind: SharedStream] = [:]
    private var lastAsked: [Kind: NIODeadline] = [:]
    private let begun = AsyncStream.makeStream(of: Kind.self)

    /// Creates a hub without streams.
    init(on loop: any EventLoop, link: DaemonLink) {
        executor = loop.executor
        self.loop = loop
        self.link = link
    }

    /// Returns the stream of a kind; `nil` if there are too many others.
    func stream(_ kind: Kind) -> SharedStream? {
        lastAsked[kind] = .now()
        if let stream = streams[kind] { return stream }
        guard streams.count < Self.most else {
            lastAsked[kind] = nil
            return nil
        }
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
                        await self.waitUntilUnused(kind, stream)
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

    private func waitUntilUnused(_ kind: Kind, _ stream: SharedStream) async {
        while !Task.isCancelled {
            // A cancelled task does not wait, and the loop ends.
            try? await Task.sleep(for: .seconds(15))
            guard await stream.isUnused(for: Self.linger) else { continue }
            // Somebody may have asked for it meanwhile, who is no reader yet.
            if let asked = lastAsked[kind], asked + Self.linger > .now() { continue }
            streams[kind] = nil
            lastAsked[kind] = nil
            return
        }
    }
}
