// SPDX-License-Identifier: Apache-2.0
internal import StateSync
internal import SyncModel

/// A request of a device to a server.
enum TCPRequest {
    /// A call of the remote.
    case call(RemoteCall)
    /// The removal of a device from the list.
    case forget(UInt64)

    /// The request, encoded as a message.
    var bytes: [UInt8] {
        var writer = TCPWriter()
        switch self {
        case .call(.setUp): writer.number(0)
        case .call(.devices): writer.number(1)
        case .call(.push(let batch)):
            writer.number(2)
            writer.list(batch) { writer, record in
                writer.blob(record.bytes)
                writer.tag(record.base)
            }
        case .call(.page(let cursor, let limit)):
            writer.number(3)
            writer.optional(cursor) { $0.blob($1.bytes) }
            writer.number(limit)
        case .call(.report(let presence)):
            writer.number(4)
            writer.blob(presence.bytes)
        case .forget(let device):
            writer.number(5)
            writer.number(Int(truncatingIfNeeded: device))
        }
        return writer.bytes
    }

    /// Decodes a request.
    init(bytes: [UInt8]) throws {
        var reader = TCPReader(bytes)
        switch try reader.number() {
        case 0: self = .call(.setUp)
        case 1: self = .call(.devices)
        case 2:
            let batch = try reader.list { reader in
                var record = try reader.record()
                record.base = try reader.tag()
                return record
            }
            self = .call(.push(batch))
        case 3:
            let cursor = try reader.optional { reader in
                RemoteCursor(try reader.blob())
            }
            self = .call(.page(after: cursor, limit: try reader.number()))
        case 4: self = .call(.report(try reader.presence()))
        case 5: self = .forget(UInt64(truncatingIfNeeded: try reader.number()))
        default: throw TCPReader.Damaged()
        }
    }
}

extension RemoteAnswer {
    /// The answer, encoded as a message.
    var bytes: [UInt8] {
        var writer = TCPWriter()
        switch self {
        case .ready(let identity):
            writer.number(0)
            writer.text(identity.name)
            writer.number(identity.epoch)
        case .devices(let presences):
            writer.number(1)
            writer.list(presences) { $0.blob($1.bytes) }
        case .pushed(let outcomes):
            writer.number(2)
            writer.list(outcomes) { $1.write(to: &$0) }
        case .page(let page):
            writer.number(3)
            page.write(to: &writer)
        case .reported: writer.number(4)
        case .failed(let error):
            writer.number(5)
            writer.text(error.reason)
        }
        return writer.bytes
    }

    /// Decodes an answer.
    init(bytes: [UInt8]) throws {
        var reader = TCPReader(bytes)
        switch try reader.number() {
        case 0:
            self = .ready(RemoteIdentity(name: try reader.text(), epoch: try reader.number()))
        case 1: self = .devices(try reader.list { try $0.presence() })
        case 2: self = .pushed(try reader.list { try PushOutcome(from: &$0) })
        case 3: self = .page(try RemotePage(from: &reader))
        case 4: self = .reported
        default: self = .failed(.transient(try reader.text()))
        }
    }
}

extension PushOutcome {
    fileprivate func write(to writer: inout TCPWriter) {
        switch self {
        case .stored(let tag, let durable):
            writer.number(0)
            writer.tag(tag)
            writer.number(durable ? 1 : 0)
        case .conflict(let current):
            writer.number(1)
            writer.optional(current) { $0.entry($1) }
        case .transient(let wait, _):
            writer.number(2)
            writer.optional(wait) { $0.number($1) }
        case .permanent(let reason):
            writer.number(3)
            writer.text(reason)
        }
    }

    fileprivate init(from reader: inout TCPReader) throws {
        switch try reader.number() {
        case 0: self = .stored(tag: try reader.tag(), durable: try reader.number() == 1)
        case 1: self = .conflict(current: try reader.optional { try $0.entry() })
        case 2: self = .transient(after: try reader.optional { try $0.number() })
        default: self = .permanent(try reader.text())
        }
    }
}

extension RemotePage {
    fileprivate func write(to writer: inout TCPWriter) {
        switch self {
        case .entries(let entries, let cursor, let more):
            writer.number(0)
            writer.list(entries) { $0.entry($1) }
            writer.blob(cursor.bytes)
            writer.number(more ? 1 : 0)
        case .gap: writer.number(1)
        case .rewound(let epoch):
            writer.number(2)
            writer.number(epoch)
        }
    }

    fileprivate init(from reader: inout TCPReader) throws {
        switch try reader.number() {
        case 0:
            self = .entries(
                try reader.list { try $0.entry() },
                cursor: RemoteCursor(try reader.blob()),
                more: try reader.number() == 1
            )
        case 1: self = .gap
        default: self = .rewound(epoch: try reader.number())
        }
    }
}
