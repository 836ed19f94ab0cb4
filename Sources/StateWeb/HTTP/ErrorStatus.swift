// SPDX-License-Identifier: Apache-2.0

package enum ErrorStatus {
    /// Returns the status for an error, by its qualified name; 500 for an unknown error.
    package static func of(_ error: String) -> Int {
        let name = error.split(separator: ".").last.map(String.init) ?? error
        return byName[name] ?? 500
    }

    /// The statuses that the OpenAPI description lists for a call; the first is that of success.
    package static let all = [200] + Set(byName.values).union([413, 415, 500, 502]).sorted()

    private static let byName = [
        "InvalidParameter": 400, "ExpectedMore": 400, "InvalidSnapshot": 400, "InvalidEvent": 400,
        "InvalidValue": 400,
        "PermissionDenied": 403,
        "InterfaceNotFound": 404, "MethodNotFound": 404, "NotFound": 404, "EntryNotFound": 404,
        "DeviceNotFound": 404, "AlertNotFound": 404, "NotObeyed": 404,
        "AliasConflict": 409, "IdReused": 409, "QueueChanged": 409, "DeviceAmbiguous": 409,
        "NotRetryable": 409, "RequestRefused": 409, "NotAttached": 409, "SyncDisabled": 409,
        "BackupFailed": 409,
        "RestoreFailed": 409,
        "Expired": 410, "ResyncRequired": 410,
        "QuotaExceeded": 429,
        "MethodNotImplemented": 501,
        "StorageUnavailable": 503, "RemoteUnavailable": 503,
    ]
}
