// SPDX-License-Identifier: Apache-2.0
package import SyncModel

package enum RemoteCall: Sendable, Equatable {
    case setUp
    case devices
    case push([RemoteRecord])
    case page(after: RemoteCursor?, limit: Int)
    case report(DevicePresence)
}

package enum RemoteAnswer: Sendable, Equatable {
    case ready(RemoteIdentity)
    case devices([DevicePresence])
    case pushed([PushOutcome])
    case page(RemotePage)
    case reported
    case failed(RemoteError)
}

extension RemoteCall {
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

    /// Converts any error of a call to the remote; an unknown one is transient.
    init(_ error: any Error) {
        switch error {
        case let error as RemoteError: self = error
        case is CancellationError: self = .transient("cancelled")
        default: self = .transient("\(error)")
        }
    }
}
