// SPDX-License-Identifier: Apache-2.0

/// The blocking counterparts of the calls of ``Remote``, made one at a time.
package protocol RemoteStore {
    /// Prepares the remote, and returns its identity.
    mutating func setUp() throws -> RemoteIdentity
    /// Checks that an existing remote can be used, without changes.
    mutating func look() throws
    /// Stores records, and returns the outcome of each, in order.
    mutating func push(_ batch: [RemoteRecord]) throws -> [PushOutcome]
    /// Returns a page of the records after the cursor.
    mutating func page(after cursor: RemoteCursor?, limit: Int) throws -> RemotePage
    /// Stores this device's presence.
    mutating func report(_ presence: DevicePresence) throws
    mutating func devices() throws -> [DevicePresence]
    /// Removes a device from the list.
    mutating func forget(_ device: UInt64) throws
}

/// A remote with blocking calls, made on a separate thread.
package protocol SerialRemote: Remote {
    /// The blocking calls.
    associatedtype Store: RemoteStore

    /// Runs `body` with the store on the thread of the remote.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (inout Store) throws -> Value
    ) async throws -> Value
}

extension SerialRemote {
    /// Prepares the remote, and returns its identity.
    package func setUp() async throws -> RemoteIdentity { try await run { try $0.setUp() } }

    /// Checks that an existing remote can be used.
    package func look() async throws { try await run { try $0.look() } }

    /// Stores records, and returns their outcomes.
    package func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome] {
        try await run { try $0.push(batch) }
    }

    /// Returns a page of the records after the cursor.
    package func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage {
        try await run { try $0.page(after: cursor, limit: limit) }
    }

    /// Stores this device's presence.
    package func report(_ presence: DevicePresence) async throws {
        try await run { try $0.report(presence) }
    }

    package func devices() async throws -> [DevicePresence] { try await run { try $0.devices() } }

    /// Removes a device from the list.
    package func forget(_ device: UInt64) async throws { try await run { try $0.forget(device) } }
}
