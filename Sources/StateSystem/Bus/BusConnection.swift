// SPDX-License-Identifier: Apache-2.0
import Synchronization
import SystemSupport

/// A connection to a message bus, which a separate thread serves while ``open(_:_:)`` runs.
package final class BusConnection: Sendable {
    /// The signals of all subscriptions, in the order of arrival, for a single reader.
    ///
    /// The stream throws ``BusError`` if the connection is lost, or if too many signals are unread.
    package let signals: AsyncThrowingStream<BusMessage, any Error>
    private let inbox: BusInbox
    private let lastNumber = Atomic<UInt64>(0)
    /// The maximum number of unread signals; one more closes the connection.
    private static let signalCapacity = 4_096

    private init(inbox: BusInbox, signals: AsyncThrowingStream<BusMessage, any Error>) {
        self.inbox = inbox
        self.signals = signals
    }

    /// Opens a connection, which is closed when `body` returns.
    ///
    /// `body` begins before the connection is made. If it cannot be made, or is lost later,
    /// ``signals`` and all calls throw ``BusError/lost(_:)``, and the caller must open a new
    /// connection.
    ///
    /// - Parameters:
    ///   - address: The address of the bus.
    ///   - body: The code that uses the connection.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, or ``SystemError`` if no thread can be created.
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
            // The thread does not wait for peers, so it ends within microseconds.
            thread.join()
        }
        return try await body(BusConnection(inbox: inbox, signals: signals))
    }

    /// Subscribes to signals; returns once the subscription is active.
    package func listen(to match: BusMatch) async throws(BusError) {
        let rule = try match.rule
        _ = try await request { core, request in core.match(rule, request) }
    }

    /// Calls a method and returns the reply.
    ///
    /// Fails if no peer owns the destination, unless the call allows the bus to start one.
    ///
    /// - Throws: ``BusError``; after an error reply or a timeout,
    ///   ``BusError/refused(name:reason:)``.
    package func call(_ call: BusCall) async throws(BusError) -> BusMessage {
        try await request { core, request in core.call(call, request) }
    }

    /// Returns the unique name of the owner of a well-known name; `nil` if there is no owner.
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
