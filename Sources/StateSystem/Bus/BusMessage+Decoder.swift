// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc
import SystemSupport

extension BusMessage {
    /// Reads the contents of a message.
    ///
    /// - Throws: ``BusError/refused(name:reason:)`` if it is an error reply.
    init(reading message: OpaquePointer, number: Int) throws(BusError) {
        if let error = sd_bus_message_get_error(message)?.pointee {
            throw .refused(
                name: BusReader.text(error.name) ?? "",
                reason: BusReader.text(error.message) ?? ""
            )
        }
        self.init(
            number: number,
            sender: BusReader.text(sd_bus_message_get_sender(message)),
            path: BusReader.text(sd_bus_message_get_path(message)),
            interface: BusReader.text(sd_bus_message_get_interface(message)),
            member: BusReader.text(sd_bus_message_get_member(message)),
            values: try BusReader(message: message).values()
        )
    }
}

private struct BusReader {
    let message: OpaquePointer

    static func text(_ bytes: UnsafePointer<CChar>?) -> String? {
        bytes.map { String(cString: $0) }
    }

    /// Reads the remaining values of the message, or of the entered container.
    func values() throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while let value = try next() { values.append(value) }
        return values
    }

    private func next() throws(BusError) -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard try checked(sd_bus_message_peek_type(message, &type, &contents)) > 0 else {
            return nil
        }
        // The pointer is invalid after the next call of sd-bus.
        let inner = Self.text(contents) ?? ""
        switch Unicode.Scalar(UInt8(bitPattern: type)) {
        case "a" where inner.first == "{":
            let entry = String(inner.dropFirst().dropLast())
            return .entries(try entries(entry))
        case "a", "r": return .elements(try entered(type, inner))
        case "v":
            guard let value = try entered(type, inner).first else { throw .invalid("a bare 'v'") }
            return value
        case "h": return .descriptor(try descriptor(type))
        default: return try basic(type)
        }
    }

    private func entered(_ type: CChar, _ contents: String) throws(BusError) -> [BusValue] {
        try checked(sd_bus_message_enter_container(message, type, contents))
        let values = try values()
        try checked(sd_bus_message_exit_container(message))
        return values
    }

    private func entries(_ entry: String) throws(BusError) -> [BusValue.Entry] {
        let array = CChar(truncatingIfNeeded: UInt8(ascii: "a"))
        let braces = CChar(truncatingIfNeeded: UInt8(ascii: "e"))
        var entries: [BusValue.Entry] = []
        try checked(sd_bus_message_enter_container(message, array, "{\(entry)}"))
        while try checked(sd_bus_message_at_end(message, 0)) == 0 {
            let pair = try entered(braces, entry)
            guard pair.count == 2 else {
                throw .invalid("a dictionary entry without exactly two values")
            }
            entries.append(BusValue.Entry(pair[0], pair[1]))
        }
        try checked(sd_bus_message_exit_container(message))
        return entries
    }

    private func basic(_ type: CChar) throws(BusError) -> BusValue {
        switch Unicode.Scalar(UInt8(bitPattern: type)) {
        case "y": try integer(type, UInt8.zero)
        case "b": .bool(try read(type, Int32.zero) != 0)
        case "n": try integer(type, Int16.zero)
        case "q": try integer(type, UInt16.zero)
        case "i": try integer(type, Int32.zero)
        case "u": try integer(type, UInt32.zero)
        case "x": try integer(type, Int64.zero)
        case "t": try integer(type, UInt64.zero)
        case "d": .double(try read(type, 0))
        case "s", "o", "g": .text(try readText(type))
        default: throw .invalid("a value of type \(type)")
        }
    }

    private func integer<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: CChar,
        _ initial: Number
    ) throws(BusError) -> BusValue {
        let number = try read(type, initial)
        return Int(exactly: number).map { .integer($0) } ?? .double(Double(number))
    }

    private func read<Value: BitwiseCopyable>(
        _ type: CChar,
        _ initial: Value
    ) throws(BusError) -> Value {
        var value = initial
        try checked(
            withUnsafeMutableBytes(of: &value) { bytes in
                sd_bus_message_read_basic(message, type, bytes.baseAddress)
            }
        )
        return value
    }

    private func readText(_ type: CChar) throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        try checked(sd_bus_message_read_basic(message, type, &text))
        return Self.text(text) ?? ""
    }

    /// Duplicates a descriptor, because sd-bus closes the original with the message.
    private func descriptor(_ type: CChar) throws(BusError) -> BusDescriptor {
        let copy = fcntl(try read(type, Int32(-1)), F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else {
            throw .invalid("\(SystemError("duplicate descriptor", code: errno))")
        }
        return BusDescriptor(copy)
    }

    @discardableResult
    private func checked(_ code: Int32) throws(BusError) -> Int32 {
        if code < 0 { throw .invalid("\(SystemError("read message", code: -code))") }
        return code
    }
}
