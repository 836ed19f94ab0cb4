// SPDX-License-Identifier: Apache-2.0

/// The health of the daemon, and the amount of its data.
public typealias Health = ServiceTypes.Health
/// The status of the daemon.
public typealias HealthStatus = ServiceTypes.HealthStatus
/// A copy of the store that can replace it.
public typealias StoredBackup = ServiceTypes.StoredBackup
/// The kind of a copy of the store.
public typealias BackupKind = ServiceTypes.BackupKind
