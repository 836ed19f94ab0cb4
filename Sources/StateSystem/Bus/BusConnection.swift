// SPDX-License-Identifier: Apache-2.0
import Synchronization
import SystemSupport

/// A connection to a message bus, served by its own thread while ``open(_:_:)`` runs.
package final class BusConnection: Sendable {
    /// The signals that match the subscriptions, in order of arrival, for one reader.
    ///
    /// The stream throws a ``BusError`` when the connection is lost.
    package let signals: AsyncThrowingStream<BusMessage, any Error>
    private let inbox: BusInbox
    private let lastNumber = Atomic<UInt64>(0)
    /// The maximum number of signals that wait for their reader.
    private static let signalCapacity = 4_096

    private init(inbox: BusInbox, signals: AsyncThrowingStream<BusMessage, any Error>) {
        self.inbox = inbox
        self.signals = signals
    }

    /// Connects to a bus, and calls `body`; the connection and its thread end with `body`.
    ///
    /// The function does not wait for the connection. If it fails or is lost later, ``signals`` and
    /// all calls throw ``BusError/lost(_:)``, and the caller must open another one.
    ///
    /// - Parameters:
    ///   - address: The address of the bus.
    ///   - body: The code that uses the connection.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`; ``SystemError`` if the system provides no thread.
    package static func open<Outcome>(
        _ address: BusAddress,
        _ body: (BusConnection) async throws -> Outcome
    ) async throws -> Outcome {
        let (signals, sink) = AsyncThrowingStream<BusMessage, any Error>
            .makeStream(bufferingPolicy: .bufferingOldest(signalCapacity))
        let inbox = try BusInbox()
        let thread = try SystemThread {
            BusCore(address, inbox: inbox, signals: sink).run()
        }
        defer {
            inbox.end()
            // The thread never waits for a peer, so joining it takes microseconds.
            thread.join()
        }
        return try await body(BusConnection(inbox: inbox, signals: signals))
    }

    /// Subscribes to signals; on return, the subscription is active.
    package func listen(to match: BusMatch) async throws(BusError) {
        let rule = try match.rule
        _ = try await request { core, request in core.match(rule, request) }
    }

    /// Calls a method and waits for the reply.
    ///
    /// If no peer owns the name, the call fails, unless it may start the program.
    ///
    /// - Throws: ``BusError``; an error from the peer, or a timeout, is
    ///   ``BusError/refused(name:reason:)``.
    package func call(_ call: BusCall) async throws(BusError) -> BusMessage {
        try await request { core, request in core.call(call, request) }
    }

    /// Returns the unique name of the owner of a name; `nil` if it has no owner.
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
