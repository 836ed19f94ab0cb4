// SPDX-License-Identifier: Apache-2.0

/// The health of the daemon, and the amount of its data.
public typealias Health = ServiceTypes.Health
/// The daemon's health in one word: `ok` or `degraded`.
public typealias HealthStatus = ServiceTypes.HealthStatus
/// A copy of the store that the daemon has checked: a backup, or a store that was replaced.
public typealias StoredBackup = ServiceTypes.StoredBackup
/// The origin of a backup.
public typealias BackupKind = ServiceTypes.BackupKind
