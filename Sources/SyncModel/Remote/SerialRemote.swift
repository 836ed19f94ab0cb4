// SPDX-License-Identifier: Apache-2.0

/// A remote whose functions block; they are called one at a time.
///
/// Each function has the same meaning as that of ``Remote``.
package protocol RemoteStore {
    /// Prepares the remote, and returns its identity.
    mutating func setUp() throws -> RemoteIdentity
    /// Checks that an existing remote can be used, without changing it.
    mutating func look() throws
    /// Stores records, and returns the outcome for each record, in order.
    mutating func push(_ batch: [RemoteRecord]) throws -> [PushOutcome]
    /// Returns a page of the records stored after `cursor`.
    mutating func page(after cursor: RemoteCursor?, limit: Int) throws -> RemotePage
    /// Writes this device's presence for the other devices.
    mutating func report(_ presence: DevicePresence) throws
    mutating func devices() throws -> [DevicePresence]
    /// Removes a device from the list of devices.
    mutating func forget(_ device: UInt64) throws
}

/// A remote that calls the functions of a ``RemoteStore`` on a separate thread.
package protocol SerialRemote: Remote {
    /// The remote with blocking functions.
    associatedtype Store: RemoteStore

    /// Runs `body` with the store, on the thread of the remote.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (inout Store) throws -> Value
    ) async throws -> Value
}

extension SerialRemote {
    /// Prepares the remote, and returns its identity.
    package func setUp() async throws -> RemoteIdentity { try await run { try $0.setUp() } }

    /// Checks that an existing remote can be used.
    package func look() async throws { try await run { try $0.look() } }

    /// Stores records, and returns the outcome for each record, in order.
    package func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome] {
        try await run { try $0.push(batch) }
    }

    /// Returns a page of the records stored after `cursor`.
    package func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage {
        try await run { try $0.page(after: cursor, limit: limit) }
    }

    /// Writes this device's presence for the other devices.
    package func report(_ presence: DevicePresence) async throws {
        try await run { try $0.report(presence) }
    }

    package func devices() async throws -> [DevicePresence] { try await run { try $0.devices() } }

    /// Removes a device from the list of devices.
    package func forget(_ device: UInt64) async throws { try await run { try $0.forget(device) } }
}
