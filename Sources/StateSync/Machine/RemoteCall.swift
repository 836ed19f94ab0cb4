package import StateModel

/// One call to the remote: a value, so that a machine can ask for it.
package enum RemoteCall: Sendable, Equatable {
    /// Make ready what is needed.
    case setUp
    /// Who shares it.
    case devices
    /// Store these.
    case push([RemoteRecord])
    /// What is new.
    case page(after: RemoteCursor?, limit: Int)
    /// What this device has seen.
    case report(DevicePresence)
}

/// What a ``RemoteCall`` came to.
package enum RemoteAnswer: Sendable, Equatable {
    /// The remote is there, and is this one.
    case ready(RemoteIdentity)
    /// Those who share it.
    case devices([DevicePresence])
    /// What became of each record, in order.
    case pushed([PushOutcome])
    /// What is new.
    case page(RemotePage)
    /// The others can read it.
    case reported
    /// It came to nothing.
    case failed(RemoteError)
}

extension RemoteCall {
    /// Calls the remote.
    ///
    /// - Returns: its answer; whatever it throws is a failure, too.
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
        } catch let error as RemoteError {
            return .failed(error)
        } catch is CancellationError {
            return .failed(.transient("given up"))
        } catch {
            return .failed(.transient("\(error)"))
        }
    }
}
