// SPDX-License-Identifier: Apache-2.0

/// A remote with functions that block and are called one at a time.
///
/// Each function has the same meaning as that of ``Remote``.
package protocol RemoteStore {
    mutating func setUp() throws -> RemoteIdentity
    mutating func look() throws
    mutating func push(_ batch: [RemoteRecord]) throws -> [PushOutcome]
    mutating func page(after cursor: RemoteCursor?, limit: Int) throws -> RemotePage
    mutating func report(_ presence: DevicePresence) throws
    mutating func devices() throws -> [DevicePresence]
    mutating func forget(_ device: UInt64) throws
}

/// A remote that calls the functions of a ``RemoteStore`` on a separate thread.
package protocol SerialRemote: Remote {
    associatedtype Store: RemoteStore

    /// Runs `body` with the store, on the thread of the remote.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (inout Store) throws -> Value
    ) async throws -> Value
}

extension SerialRemote {
    package func setUp() async throws -> RemoteIdentity { try await run { try $0.setUp() } }

    package func look() async throws { try await run { try $0.look() } }

    package func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome] {
        try await run { try $0.push(batch) }
    }

    package func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage {
        try await run { try $0.page(after: cursor, limit: limit) }
    }

    package func report(_ presence: DevicePresence) async throws {
        try await run { try $0.report(presence) }
    }

    package func devices() async throws -> [DevicePresence] { try await run { try $0.devices() } }

    package func forget(_ device: UInt64) async throws { try await run { try $0.forget(device) } }
}
