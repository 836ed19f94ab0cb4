// SPDX-License-Identifier: Apache-2.0
internal import CNATS
internal import StateModel
internal import SyncModel
internal import Synchronization

/// The receiver of a connection's reports: new messages, refusals, and the end of the connection.
///
/// The library calls it on its own threads, even after a connection was closed. A listener that a
/// connection has used is therefore never released, and a driver uses one listener for all its
/// connections.
final class NATSListener: Sendable {
    private struct State {
        var refusal: String?
        var announced = 0
        var listeners: [Int: AsyncStream<RemoteNotification>.Continuation] = [:]
        var count = 0
    }

    private let state = Mutex(State())
    /// The prefix of the IDs of this device's messages, for which no notification is sent.
    private let own: String

    init(own: String) {
        self.own = own
    }

    func events() -> cnats_events {
        cnats_events(
            closed: { context in NATSListener.from(context)?.notify() },
            refused: { context, reason in
                NATSListener.from(context)?.refused(reason.map { String(cString: $0) } ?? "")
            },
            heard: { context, identifier, sequence in
                NATSListener.from(context)?.heard(
                    identifier.map { String(cString: $0) },
                    sequence.flatMap { MessageNumber.parse(String(cString: $0)) }
                )
            },
            // The listener is never released, because the library may still call it; see the type's
            // comment.
            context: Unmanaged.passRetained(self).toOpaque()
        )
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> NATSListener? {
        context.map { Unmanaged<NATSListener>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The highest number of a message that a server has announced.
    var announced: Int { state.withLock { $0.announced } }

    /// Sets ``announced`` to 0, because a new or restored stream uses the same numbers again.
    func forgetAnnouncements() {
        state.withLock { $0.announced = 0 }
    }

    func takeRefusal() -> String? {
        state.withLock { state in
            defer { state.refusal = nil }
            return state.refusal
        }
    }

    private func refused(_ reason: String) {
        state.withLock { $0.refusal = reason.cut(to: Limits.messageBytes) }
    }

    private func heard(_ identifier: String?, _ sequence: Int?) {
        state.withLock { $0.announced = max($0.announced, sequence ?? 0) }
        if isNews(identifier) { notify() }
    }

    /// Returns true unless the ID shows that the message is from this device.
    func isNews(_ identifier: String?) -> Bool { identifier?.hasPrefix(own) != true }

    private func notify() {
        for listener in state.withLock({ Array($0.listeners.values) }) {
            listener.yield(RemoteNotification())
        }
    }

    func notifications() -> AsyncStream<RemoteNotification> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
            let number = state.withLock { state in
                state.count += 1
                state.listeners[state.count] = listener
                return state.count
            }
            listener.onTermination = { [self] _ in
                state.withLock { $0.listeners[number] = nil }
            }
        }
    }
}
