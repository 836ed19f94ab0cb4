// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import SyncModel
import Varlink

@testable import RemoteFolder
@testable import RemoteNATS
@testable import StateConfiguration
@testable import StateServices

extension FuzzReader {
    /// Checks that parameters of a method are read back equal once they are written.
    static func parameters(_ bytes: [UInt8]) -> String? {
        guard let first = bytes.first else { return nil }
        let methods = StateInterfaces.methods
        let method = methods[Int(first) % methods.count]
        return parameters(of: method, Array(bytes.dropFirst()))
    }

    private static func parameters<Method: StateMethod>(
        of method: Method.Type,
        _ bytes: [UInt8]
    ) -> String? {
        guard let parameters = try? Method.Parameters(json: bytes) else { return nil }
        let json = parameters.json
        guard let again = try? Method.Parameters(json: json) else {
            return "\(method.name): what is written is refused"
        }
        return again.json == json ? nil : "\(method.name): it does not read back equal"
    }

    /// Checks that a record is read back equal, and that its fault can be found.
    static func record(_ bytes: [UInt8]) -> String? {
        _ = DevicePresence(bytes: bytes)
        guard let record = RemoteRecord(bytes: bytes) else { return nil }
        _ = record.fault(now: 1_800_000_000_000)
        let again = RemoteRecord(bytes: record.bytes)
        return again?.bytes == record.bytes ? nil : "it does not read back equal"
    }

    /// Checks the readers of a shared folder's files, with a right checksum.
    static func file(_ bytes: [UInt8]) -> String? {
        _ = SegmentName(String(decoding: bytes, as: UTF8.self))
        if let segment = Segment(bytes: sealed("statedS1", bytes)),
            Segment(bytes: segment.bytes)?.bytes != segment.bytes
        {
            return "a segment does not read back equal"
        }
        if let presence = PresenceFile(bytes: sealed("statedP1", bytes)),
            PresenceFile(bytes: presence.bytes)?.bytes != presence.bytes
        {
            return "a presence does not read back equal"
        }
        guard let position = FolderPosition(RemoteCursor(sealed("statedC1", bytes))) else {
            return nil
        }
        return FolderPosition(position.cursor) == position ? nil : "a cursor does not read back"
    }

    private static func sealed(_ kind: String, _ bytes: [UInt8]) -> [UInt8] {
        let body = Array(kind.utf8) + bytes
        let sum = UInt64(Checksum.of(body[...]))
        return body + (0..<8).map { UInt8(truncatingIfNeeded: sum >> UInt64(8 * $0)) }
    }

    /// Checks the readers of what NATS servers return.
    static func message(_ bytes: [UInt8]) -> String? {
        _ = RecordPack.isLater(bytes)
        _ = RecordPack.records(in: bytes)
        _ = StreamTag(RemoteTag(bytes))
        _ = OperationNumbers.numbers(in: String(decoding: bytes, as: UTF8.self))
        guard let cursor = StreamCursor(RemoteCursor(bytes)) else { return nil }
        return StreamCursor(cursor.bytes) == cursor ? nil : "a cursor does not read back equal"
    }

    /// Checks that a stream's token is read back equal.
    static func token(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        if let token = StreamToken(eventText: text),
            StreamToken(eventText: token.eventText) != token
        {
            return "an event token does not read back equal"
        }
        guard let token = StreamToken(text) else { return nil }
        return StreamToken(token.text) == token ? nil : "it does not read back equal"
    }

    /// Checks that a configuration has faults, or is printed as a file with the same values.
    static func configuration(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(ConfigurationFaults) {
            let loaded = try loader.load { _ in text }
            let again = try? loader.load { _ in loaded.text }
            guard again?.configuration == loaded.configuration else {
                return "what is printed is another configuration:\n\(loaded.text)"
            }
            return nil
        } catch {
            return error.faults.isEmpty ? "it is refused without a fault" : nil
        }
    }

    private static let loader = ConfigurationLoader(
        arguments: [],
        environment: [:],
        path: "/stated.yaml",
        isSystem: true
    )
}
