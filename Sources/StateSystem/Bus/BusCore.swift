// SPDX-License-Identifier: Apache-2.0
import CLinux
import CSystemd
import Glibc
import SystemSupport

/// The state of a bus connection, which only the connection's thread uses.
///
/// sd-bus does not allow two threads to use one connection.
final class BusCore {
    private enum State {
        case open(OpaquePointer)
        case closed(BusError)
    }

    private var state: State
    private let inbox: BusInbox
    private let signals: AsyncThrowingStream<BusMessage, any Error>.Continuation
    private var filter: OpaquePointer?
    /// The calls in progress, and the match rules in force, by number.
    private var requests: [UInt64: BusRequest] = [:]
    private var messages = 0
    /// True after a signal arrived while the stream of signals was full.
    ///
    /// The connection is closed only after sd-bus's callback has returned.
    private var isOverrun = false
    /// The maximum number of messages to process before the inbox is read again.
    private static let slice = 64

    /// Connects to the bus.
    ///
    /// If that fails, the core is closed from the beginning, and each request fails with the error.
    init(
        _ address: BusAddress,
        inbox: BusInbox,
        signals: AsyncThrowingStream<BusMessage, any Error>.Continuation
    ) {
        self.inbox = inbox
        self.signals = signals
        do throws(BusError) {
            state = .open(try Self.connect(address))
        } catch {
            state = .closed(error)
            signals.finish(throwing: error)
        }
    }

    private static func connect(_ address: BusAddress) throws(BusError) -> OpaquePointer {
        var bus: OpaquePointer?
        var code: Int32
        switch address {
        case .system: code = sd_bus_open_system(&bus)
        case .session: code = sd_bus_open_user(&bus)
        case .at(let text):
            code = sd_bus_new(&bus)
            if code >= 0 { code = sd_bus_set_address(bus, text) }
            if code >= 0 { code = sd_bus_set_bus_client(bus, 1) }
            if code >= 0 { code = sd_bus_start(bus) }
        }
        if code >= 0, let bus { return bus }
        sd_bus_close_unref(bus)
        throw .lost(SystemError("connect to the \(address.name) bus", code: -code))
    }

    func run() {
        listen()
        while let jobs = inbox.take() {
            for job in jobs { job(self) }
            wait(process() ? 0 : -1)
        }
        close(.cancelled)
        for job in inbox.closed() { job(self) }
    }

    // MARK: Loop

    /// Processes at most ``slice`` messages; returns true if there may be more.
    private func process() -> Bool {
        for _ in 0..<Self.slice {
            guard case .open(let bus) = state else { return false }
            let code = sd_bus_process(bus, nil)
            if code < 0 { close(.lost(SystemError("communicate with the bus", code: -code))) }
            if isOverrun { close(.overrun) }
            if code <= 0 { return false }
        }
        return true
    }

    /// Waits for the bus or the inbox, for at most `limit` milliseconds; -1 means no limit.
    private func wait(_ limit: Int32) {
        var ready = [pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0)]
        var limit = limit
        if case .open(let bus) = state {
            let events = sd_bus_get_events(bus)
            if events < 0 {
                return close(.lost(SystemError("communicate with the bus", code: -events)))
            }
            ready.append(pollfd(fd: sd_bus_get_fd(bus), events: Int16(events), revents: 0))
            if limit < 0 { limit = timeout(of: bus) }
        }
        // The result is not needed, because the next turn checks everything.
        poll(&ready, nfds_t(ready.count), limit)
    }

    /// Returns the time until sd-bus's next timeout, in milliseconds; -1 if there is none.
    private func timeout(of bus: OpaquePointer) -> Int32 {
        var due: UInt64 = .max
        guard sd_bus_get_timeout(bus, &due) >= 0, due != .max else { return -1 }
        let elapsed = UInt64(microseconds(of: CLOCK_MONOTONIC))
        return due <= elapsed ? 0 : Int32(clamping: (due - elapsed + 999) / 1_000)
    }

    private func close(_ error: BusError) {
        guard case .open(let bus) = state else { return }
        state = .closed(error)
        let waiting = requests.values
        requests = [:]
        for request in waiting { request.end(.failure(error)) }
        sd_bus_slot_unref(filter)
        sd_bus_close_unref(bus)
        if error == .cancelled { signals.finish() } else { signals.finish(throwing: error) }
    }

    // MARK: Requests

    func call(_ call: BusCall, _ request: BusRequest) {
        begin(request) { bus throws(BusError) in
            let message = try call.message(on: bus)
            defer { sd_bus_message_unref(message) }
            // The timeout is in microseconds; 0 would mean sd-bus's default.
            let timeout = UInt64(max(1, min(call.timeoutMilliseconds, 86_400_000))) * 1_000
            return sd_bus_call_async(
                bus,
                &request.slot,
                message,
                BusRequest.answered,
                request.context,
                timeout
            )
        }
    }

    func match(_ rule: String, _ request: BusRequest) {
        begin(request) { bus throws(BusError) in
            sd_bus_add_match_async(
                bus,
                &request.slot,
                rule,
                // The filter has already received the signal, and only once, even if several rules
                // match.
                { _, _, _ in 0 },
                BusRequest.installed,
                request.context
            )
        }
    }

    private func begin(
        _ request: BusRequest,
        _ send: (OpaquePointer) throws(BusError) -> Int32
    ) {
        switch state {
        case .closed(let error): request.end(.failure(error))
        case .open(let bus):
            do throws(BusError) {
                request.core = self
                let code = try send(bus)
                if code == -EINVAL {
                    throw .invalid("the D-Bus library rejects the request as invalid")
                }
                if code < 0 { throw .lost(SystemError("communicate with the bus", code: -code)) }
                requests[request.number] = request
            } catch {
                request.end(.failure(error))
            }
        }
    }

    func cancel(_ number: UInt64) {
        requests.removeValue(forKey: number)?.end(.failure(.cancelled))
    }
}

// MARK: - Messages

extension BusCore {
    func result(of message: OpaquePointer) -> Result<BusMessage, BusError> {
        // If the bus is gone, sd-bus itself creates the reply.
        if case .open(let bus) = state, sd_bus_is_open(bus) <= 0 {
            return .failure(.lost(SystemError("communicate with the bus", code: ECONNRESET)))
        }
        messages += 1
        return Result { () throws(BusError) in
            try BusMessage(reading: message, number: messages)
        }
    }

    func finish(_ request: BusRequest) {
        requests[request.number] = nil
    }

    private func listen() {
        guard case .open(let bus) = state else { return }
        let code = sd_bus_add_filter(
            bus,
            &filter,
            { message, context, _ in
                if let message, let context {
                    Unmanaged<BusCore>.fromOpaque(context).takeUnretainedValue().heard(message)
                }
                return 0
            },
            // The pointer remains valid: close() releases the slot, and so the filter, before this
            // object is released.
            Unmanaged.passUnretained(self).toOpaque()
        )
        if code < 0 { close(.lost(SystemError("listen to the bus", code: -code))) }
    }

    private func heard(_ message: OpaquePointer) {
        guard sd_bus_message_is_signal(message, nil, nil) > 0 else { return }
        messages += 1
        // sd-bus's other handlers read the message again from its beginning.
        defer { sd_bus_message_rewind(message, 1) }
        // An invalid signal is ignored.
        guard let signal = try? BusMessage(reading: message, number: messages) else { return }
        // sd-bus sends signals of this name to itself.
        if signal.sender == "org.freedesktop.DBus.Local" { return }
        if case .dropped = signals.yield(signal) { isOverrun = true }
    }
}

extension BusAddress {
    fileprivate var name: String {
        switch self {
        case .system: "system"
        case .session: "session"
        case .at(let address): address
        }
    }
}
