// SPDX-License-Identifier: Apache-2.0
import CSystemd
import SystemSupport

extension BusCall {
    /// Returns the call as a message of `bus`, which the caller must release.
    ///
    /// The call starts no program for a missing peer.
    ///
    /// - Throws: ``BusError/invalid(_:)`` for names and values that no message can hold.
    func message(on bus: OpaquePointer) throws(BusError) -> OpaquePointer {
        var message: OpaquePointer?
        try valid(
            sd_bus_message_new_method_call(bus, &message, destination, path, interface, member),
            "invalid D-Bus call: \(destination) \(path) \(interface).\(member)"
        )
        guard let message else { throw .invalid("cannot create the message") }
        do throws(BusError) {
            try valid(sd_bus_message_set_auto_start(message, 0), "the call starts no program")
            for argument in arguments { try argument.append(to: message) }
            return message
        } catch {
            sd_bus_message_unref(message)
            throw error
        }
    }
}

extension BusValue {
    /// Appends the value to a message.
    fileprivate func append(to message: OpaquePointer) throws(BusError) {
        switch self {
        case .byte(let value): try appendBasic(value, to: message)
        case .bool(let value): try appendBasic(Int32(value ? 1 : 0), to: message)
        case .int16(let value): try appendBasic(value, to: message)
        case .uint16(let value): try appendBasic(value, to: message)
        case .int32(let value): try appendBasic(value, to: message)
        case .uint32(let value): try appendBasic(value, to: message)
        case .int64(let value): try appendBasic(value, to: message)
        case .uint64(let value): try appendBasic(value, to: message)
        case .double(let value): try appendBasic(value, to: message)
        case .string(let text), .objectPath(let text), .signature(let text):
            try appendText(text, to: message)
        case .descriptor(let descriptor):
            guard let number = descriptor.number else { throw .invalid("a closed descriptor") }
            try appendBasic(number, to: message)
        case .array, .dictionary, .structure, .variant: try appendContainer(to: message)
        }
    }

    private func appendContainer(to message: OpaquePointer) throws(BusError) {
        switch self {
        case .array(let element, let values):
            try container("a", element, in: message) { () throws(BusError) in
                for value in values { try value.append(to: message) }
            }
        case .dictionary(let entry, let entries):
            try container("a", "{\(entry)}", in: message) { () throws(BusError) in
                for one in entries {
                    try container("e", entry, in: message) { () throws(BusError) in
                        try one.key.append(to: message)
                        try one.value.append(to: message)
                    }
                }
            }
        case .structure(let members):
            // The library would send it, and the bus would close the connection for it.
            guard !members.isEmpty else { throw .invalid("a structure without members") }
            let contents = members.map(\.signature).joined()
            try container("r", contents, in: message) { () throws(BusError) in
                for member in members { try member.append(to: message) }
            }
        case .variant(let value):
            try container("v", value.signature, in: message) { () throws(BusError) in
                try value.append(to: message)
            }
        default: break
        }
    }

    private func appendBasic<Value: BitwiseCopyable>(
        _ value: Value,
        to message: OpaquePointer
    ) throws(BusError) {
        let code = withUnsafeBytes(of: value) { bytes in
            sd_bus_message_append_basic(message, type, bytes.baseAddress)
        }
        try valid(code, "type '\(signature)' is not valid here")
    }

    private func appendText(_ text: String, to message: OpaquePointer) throws(BusError) {
        // A C string would end at the NUL.
        guard !text.utf8.contains(0) else { throw .invalid("a string contains a NUL byte") }
        let code = text.withCString { sd_bus_message_append_basic(message, type, $0) }
        try valid(code, "'\(text)' is not valid as type '\(signature)'")
    }

    private func container(
        _ kind: Unicode.Scalar,
        _ contents: String,
        in message: OpaquePointer,
        _ body: () throws(BusError) -> Void
    ) throws(BusError) {
        let kind = CChar(truncatingIfNeeded: kind.value)
        try valid(
            sd_bus_message_open_container(message, kind, contents),
            "type '\(signature)' is not valid here"
        )
        try body()
        try valid(sd_bus_message_close_container(message), "type '\(signature)' is incomplete")
    }

    /// The type character of a basic type.
    private var type: CChar {
        signature.utf8.first.map { CChar(truncatingIfNeeded: $0) } ?? 0
    }
}

/// Throws an error with the given reason if the library refused a call.
private func valid(_ code: Int32, _ reason: @autoclosure () -> String) throws(BusError) {
    if code < 0 { throw .invalid("\(reason()): \(SystemError("message", code: -code))") }
}
