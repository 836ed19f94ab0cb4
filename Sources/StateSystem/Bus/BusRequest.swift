import CSystemd
import Synchronization

/// A call or a match rule under way, as the connection's thread sees it.
///
/// The library is given its address: the core keeps it for as long as the slot is open.
final class BusRequest {
    /// Its number, by which it is cancelled.
    let number: UInt64
    /// The library's side of it; nil: there is none yet, or no more.
    var slot: OpaquePointer?
    /// Whose it is.
    weak var core: BusCore?
    private var answer: ((Result<BusMessage, BusError>) -> Void)?

    /// A request whose `answer` is called once.
    init(_ number: UInt64, _ answer: @escaping (Result<BusMessage, BusError>) -> Void) {
        self.number = number
        self.answer = answer
    }

    /// What the library hands back with an answer.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The library's call-back for the answer to a call.
    static let answered: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let request = BusRequest.at(context) else { return 0 }
        request.core?.finish(request)
        request.end(request.core?.result(of: message) ?? .failure(.cancelled))
        return 1
    }

    /// The library's call-back for the answer to a match rule, which holds on if it was taken.
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

    /// Lets the library's side go, and answers if that is not done yet.
    func end(_ result: Result<BusMessage, BusError>) {
        sd_bus_slot_unref(slot)
        slot = nil
        tell(result)
    }

    private func tell(_ result: Result<BusMessage, BusError>) {
        answer.take()?(result)
    }
}

/// Whether whoever waits for a request has lost interest.
final class BusInterest: Sendable {
    /// Set before the thread is told, so that it cannot miss it.
    let isLost = Atomic(false)
}
