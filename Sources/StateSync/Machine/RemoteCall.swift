// SPDX-License-Identifier: Apache-2.0
package import SyncModel

/// A call to the remote, as a value that state machines return.
package enum RemoteCall: Sendable, Equatable {
    /// Prepares the remote.
    case setUp
    /// Asks for the devices that share the remote.
    case devices
    /// Stores records.
    case push([RemoteRecord])
    /// Asks for new records.
    case page(after: RemoteCursor?, limit: Int)
    /// Stores a report of what this device has read.
    case report(DevicePresence)
}

/// The answer to a ``RemoteCall``.
package enum RemoteAnswer: Sendable, Equatable {
    /// The remote is ready and has the given identity.
    case ready(RemoteIdentity)
    /// The devices that share the remote.
    case devices([DevicePresence])
    /// The outcome of each record, in order.
    case pushed([PushOutcome])
    /// The new records.
    case page(RemotePage)
    /// The report is stored, so that other devices can read it.
    case reported
    /// The call failed.
    case failed(RemoteError)
}

extension RemoteCall {
    /// Calls the remote.
    ///
    /// - Returns: The answer; any error counts as a failure.
    package func perform(on remote: any Remote) async -> RemoteAnswer {
        do {
            switch self {
            case .setUp: return .ready(try await remote.setUp())
            case .devices: return .devices(try await remote.devices())
            case .push(let batch): return .pushed(try await remote.push(batch))
            case .page(let cursor, let limit):
                return .page(try await remote.page(after: cursor, limit: limit))
            case .report(let presence):
                try await remote.report(presence)
                return .reported
            }
        } catch {
            return .failed(RemoteError(error))
        }
    }
}

extension RemoteError {
    /// The default reason why a record is not stored now.
    static let busy = "the remote is busy"

    /// Converts any error of a call to a remote error.
    init(_ error: any Error) {
        switch error {
        case let error as RemoteError: self = error
        case is CancellationError: self = .transient("cancelled")
        default: self = .transient("\(error)")
        }
    }
}
