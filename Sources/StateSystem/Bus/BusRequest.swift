// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Synchronization

/// A method call or a match rule in progress, which is used only on the connection's thread.
///
/// sd-bus stores the address of the object, so the core keeps the request while the slot exists.
final class BusRequest {
    /// The number by which the request can be cancelled.
    let number: UInt64
    /// The slot of sd-bus; `nil` before the request is sent, and after it has ended.
    var slot: OpaquePointer?
    /// The core that sent the request.
    weak var core: BusCore?
    private var answer: ((Result<BusMessage, BusError>) -> Void)?

    /// Creates a request, which calls `answer` exactly once.
    init(_ number: UInt64, _ answer: @escaping (Result<BusMessage, BusError>) -> Void) {
        self.number = number
        self.answer = answer
    }

    /// The pointer that sd-bus passes to the callbacks.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The callback of sd-bus for the reply to a method call.
    static let answered: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let request = BusRequest.at(context) else { return 0 }
        request.core?.finish(request)
        request.end(request.core?.result(of: message) ?? .failure(.cancelled))
        return 1
    }

    /// The callback of sd-bus for the reply to a match rule.
    ///
    /// If the bus refuses the rule, the request ends. Otherwise its slot is kept, which keeps the
    /// rule in force.
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

    /// Releases the slot, and calls `answer`, unless that was already done.
    func end(_ result: Result<BusMessage, BusError>) {
        sd_bus_slot_unref(slot)
        slot = nil
        tell(result)
    }

    private func tell(_ result: Result<BusMessage, BusError>) {
        answer.take()?(result)
    }
}

/// A flag that says whether the caller of a request has cancelled it.
final class BusInterest: Sendable {
    /// True after the cancellation; set before the thread is woken.
    let isLost = Atomic(false)
}
