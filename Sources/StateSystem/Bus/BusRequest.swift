// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Synchronization

/// A call or a match rule in progress, on the connection's thread.
///
/// The library has its address, so the core keeps the request as long as the slot is open.
final class BusRequest {
    /// The number that identifies the request for a cancellation.
    let number: UInt64
    /// The library's slot; `nil` before the request is sent and after it has ended.
    var slot: OpaquePointer?
    /// The core that sent the request.
    weak var core: BusCore?
    private var answer: ((Result<BusMessage, BusError>) -> Void)?

    /// Creates a request that calls `answer` exactly once.
    init(_ number: UInt64, _ answer: @escaping (Result<BusMessage, BusError>) -> Void) {
        self.number = number
        self.answer = answer
    }

    /// The context pointer for the callbacks.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The library's callback for the reply to a call.
    static let answered: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let request = BusRequest.at(context) else { return 0 }
        request.core?.finish(request)
        request.end(request.core?.result(of: message) ?? .failure(.cancelled))
        return 1
    }

    /// The library's callback for the reply to a match rule, which stays in force if accepted.
    static let installed: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let request = BusRequest.at(context) else { return 0 }
        let result = request.core?.result(of: message) ?? .failure(.cancelled)
        if case .failure = result {
            request.core?.finish(request)
            request.end(result)
        } else {
            request.tell(result)
        }
        return 1
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> BusRequest? {
        context.map { Unmanaged<BusRequest>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Releases the library's slot, and calls `answer` unless that was done before.
    func end(_ result: Result<BusMessage, BusError>) {
        sd_bus_slot_unref(slot)
        slot = nil
        tell(result)
    }

    private func tell(_ result: Result<BusMessage, BusError>) {
        answer.take()?(result)
    }
}

/// A flag that tells whether the caller of a request has cancelled it.
final class BusInterest: Sendable {
    /// True after a cancellation; set before the thread is woken.
    let isLost = Atomic(false)
}
