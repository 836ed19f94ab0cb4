// SPDX-License-Identifier: Apache-2.0
import CSystemd
import SystemSupport

extension BusCall {
    /// Creates the sd-bus message for this call; the caller must release it.
    func message(on bus: OpaquePointer) throws(BusError) -> OpaquePointer {
        var message: OpaquePointer?
        try valid(
            sd_bus_message_new_method_call(bus, &message, destination, path, interface, member),
            "invalid D-Bus call: \(destination) \(path) \(interface).\(member)"
        )
        guard let message else { throw .invalid("cannot create the message") }
        do throws(BusError) {
            let starts: Int32 = startsPeer ? 1 : 0
            try valid(sd_bus_message_set_auto_start(message, starts), "cannot set auto-start")
            for argument in arguments { try argument.append(to: message) }
            return message
        } catch {
            sd_bus_message_unref(message)
            throw error
        }
    }
}

extension BusArgument {
    fileprivate func append(to message: OpaquePointer) throws(BusError) {
        switch self {
        case .string(let text): try append(text, "s", to: message)
        case .objectPath(let text): try append(text, "o", to: message)
        case .int64(var number): try append(&number, "x", to: message)
        case .int32(var number): try append(&number, "i", to: message)
        case .uint32(var number): try append(&number, "u", to: message)
        case .strings(let texts):
            try valid(sd_bus_message_open_container(message, Self.array, "s"), "an array of texts")
            for text in texts { try append(text, "s", to: message) }
            try valid(sd_bus_message_close_container(message), "an array of texts")
        case .noEntries:
            try valid(sd_bus_message_open_container(message, Self.array, "{sv}"), "a dictionary")
            try valid(sd_bus_message_close_container(message), "a dictionary")
        }
    }

    private static let array = CChar(UInt8(ascii: "a"))

    private func append<Number: FixedWidthInteger>(
        _ number: inout Number,
        _ type: Unicode.Scalar,
        to message: OpaquePointer
    ) throws(BusError) {
        let code = sd_bus_message_append_basic(message, CChar(UInt8(ascii: type)), &number)
        try valid(code, "\(number) is not valid here")
    }

    private func append(
        _ text: String,
        _ type: Unicode.Scalar,
        to message: OpaquePointer
    ) throws(BusError) {
        // sd-bus would end the string at the NUL.
        guard !text.utf8.contains(0) else { throw .invalid("a string contains a NUL byte") }
        let code = text.withCString {
            sd_bus_message_append_basic(message, CChar(UInt8(ascii: type)), $0)
        }
        try valid(code, "'\(text)' is not valid as type '\(type)'")
    }
}

private func valid(_ code: Int32, _ reason: @autoclosure () -> String) throws(BusError) {
    if code < 0 { throw .invalid("\(reason()): \(SystemError("message", code: -code))") }
}
