// SPDX-License-Identifier: Apache-2.0
package import SyncModel

/// A call to the remote, as a value that the state machine returns.
package enum RemoteCall: Sendable, Equatable {
    /// Prepares the remote.
    case setUp
    /// Reads the presences of the devices that share the remote.
    case devices
    /// Stores records.
    case push([RemoteRecord])
    /// Reads a page of new records.
    case page(after: RemoteCursor?, limit: Int)
    /// Writes the presence of this device.
    case report(DevicePresence)
}

/// The answer to a ``RemoteCall``.
package enum RemoteAnswer: Sendable, Equatable {
    /// The remote is ready and has the given identity.
    case ready(RemoteIdentity)
    /// The presences of the devices that share the remote.
    case devices([DevicePresence])
    /// The outcomes of the pushed records, in order.
    case pushed([PushOutcome])
    /// The page of new records.
    case page(RemotePage)
    /// The presence was written.
    case reported
    /// The call failed.
    case failed(RemoteError)
}

extension RemoteCall {
    /// Calls the remote and returns its answer.
    ///
    /// - Returns: The answer; any error is returned as ``failed(_:)``.
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
    /// The reason why a record cannot be stored now, if the remote gives none.
    static let busy = "the remote is busy"

    /// Converts any error of a call to the remote.
    init(_ error: any Error) {
        switch error {
        case let error as RemoteError: self = error
        case is CancellationError: self = .transient("cancelled")
        default: self = .transient("\(error)")
        }
    }
}
