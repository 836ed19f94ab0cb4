import Synchronization

/// A connection to a message bus, served by a thread of its own for as long as ``open(_:_:)`` runs.
package final class BusConnection: Sendable {
    /// The signals that were asked for, in the order in which they came; for one reader.
    ///
    /// It throws a ``BusError`` when the bus goes away.
    package let signals: AsyncThrowingStream<BusMessage, any Error>
    private let inbox: BusInbox
    private let lastNumber = Atomic<UInt64>(0)
    /// How many signals may wait for their reader.
    private static let patience = 4_096

    private init(inbox: BusInbox, signals: AsyncThrowingStream<BusMessage, any Error>) {
        self.inbox = inbox
        self.signals = signals
    }

    /// Connects to a bus, and ends the connection and its thread with `body`.
    ///
    /// Connecting takes no time here: where it fails, ``signals`` and whatever is called throw
    /// ``BusError/lost(_:)``. The same goes for a bus that goes away later; a connection does not
    /// come back, another one has to be opened.
    ///
    /// - Parameters:
    ///   - address: Which bus.
    ///   - body: Uses the connection.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; ``SystemError`` where the system has no thread to give.
    package static func open<Outcome>(
        _ address: BusAddress,
        _ body: (BusConnection) async throws -> Outcome
    ) async throws -> Outcome {
        let (signals, sink) = AsyncThrowingStream<BusMessage, any Error>
            .makeStream(bufferingPolicy: .bufferingOldest(patience))
        let inbox = try BusInbox()
        let thread = try SystemThread {
            BusCore(address, inbox: inbox, signals: sink).run()
        }
        defer {
            inbox.end()
            // The thread never waits for a peer, so this is a matter of microseconds.
            thread.join()
        }
        return try await body(BusConnection(inbox: inbox, signals: signals))
    }

    /// Asks the bus for signals; when this returns it sends them.
    package func listen(to match: BusMatch) async throws(BusError) {
        let rule = try match.rule
        _ = try await request { core, request in core.match(rule, request) }
    }

    /// Calls a method and waits for the answer.
    ///
    /// No program is started for it: where nobody has the name, that is the error.
    ///
    /// - Throws: ``BusError``; one that the peer answered, or its silence, is
    ///   ``BusError/refused(name:why:)``.
    package func call(_ call: BusCall) async throws(BusError) -> BusMessage {
        try await request { core, request in core.call(call, request) }
    }

    /// Who has a name: its unique name; nil: nobody.
    package func owner(of name: String) async throws(BusError) -> String? {
        do throws(BusError) {
            let ask = BusCall(.bus, BusObject.bus.destination, "GetNameOwner", .string(name))
            return try await call(ask)[0]?.text
        } catch .refused(name: BusError.nameHasNoOwner, _) {
            return nil
        }
    }

    private func request(
        _ begin: @escaping @Sendable (BusCore, BusRequest) -> Void
    ) async throws(BusError) -> BusMessage {
        let number = lastNumber.add(1, ordering: .relaxed).newValue
        let interest = BusInterest()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isTaken = inbox.post { core in
                    let request = BusRequest(number) { continuation.resume(returning: $0) }
                    if interest.isLost.load(ordering: .acquiring) {
                        request.end(.failure(.cancelled))
                    } else {
                        begin(core, request)
                    }
                }
                if !isTaken { continuation.resume(returning: .failure(.cancelled)) }
            }
        } onCancel: {
            interest.isLost.store(true, ordering: .releasing)
            _ = inbox.post { $0.cancel(number) }
        }
        return try result.get()
    }
}
