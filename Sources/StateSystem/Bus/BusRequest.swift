// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Synchronization

/// A method call or a match rule in progress, which only the connection's thread uses.
///
/// sd-bus stores a pointer to this object, so the core must retain the object while the slot
/// exists.
final class BusRequest {
    let number: UInt64
    /// The slot of sd-bus; `nil` before the request is sent, and once it has ended.
    var slot: OpaquePointer?
    weak var core: BusCore?
    private var answer: ((Result<BusMessage, BusError>) -> Void)?

    /// Creates a request; `answer` is called exactly once.
    init(_ number: UInt64, _ answer: @escaping (Result<BusMessage, BusError>) -> Void) {
        self.number = number
        self.answer = answer
    }

    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static let answered: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let request = BusRequest.at(context) else { return 0 }
        request.core?.finish(request)
        request.end(request.core?.result(of: message) ?? .failure(.cancelled))
        return 1
    }

    /// The callback for the reply to a match rule.
    ///
    /// A refused rule ends the request. Otherwise the slot is kept, because its release would
    /// remove the rule.
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

    /// Releases the slot, and passes the result to the caller, unless the caller already has one.
    func end(_ result: Result<BusMessage, BusError>) {
        sd_bus_slot_unref(slot)
        slot = nil
        tell(result)
    }

    private func tell(_ result: Result<BusMessage, BusError>) {
        answer.take()?(result)
    }
}

/// A flag that the caller sets when it cancels a request.
final class BusInterest: Sendable {
    /// True after the cancellation; it is set before the thread is woken.
    let isLost = Atomic(false)
}
