import Varlink

// Errors written to the wire: each is a name, and an object with its members.
extension StateError {
    /// The error's name on the wire.
    package var name: String {
        switch self {
        case .invalidSnapshot: "io.stated.Playback.InvalidSnapshot"
        case .notFound: "io.stated.Playback.NotFound"
        case .expired: "io.stated.Playback.Expired"
        case .resyncRequired: "io.stated.Playback.ResyncRequired"
        case .aliasConflict: "io.stated.Playback.AliasConflict"
        case .invalidValue: "io.stated.Service.InvalidValue"
        case .quotaExceeded: "io.stated.Service.QuotaExceeded"
        case .storageUnavailable: "io.stated.Service.StorageUnavailable"
        case .invalidConfiguration: "io.stated.Service.InvalidConfiguration"
        case .backupFailed: "io.stated.Service.BackupFailed"
        case .restoreFailed: "io.stated.Service.RestoreFailed"
        case .notAttached: "io.stated.Session.NotAttached"
        case .queueChanged: "io.stated.Session.QueueChanged"
        case .alertNotFound: "io.stated.Session.AlertNotFound"
        case .notRetryable: "io.stated.Session.NotRetryable"
        case .invalidEvent: "io.stated.Events.InvalidEvent"
        case .idReused: "io.stated.Events.IdReused"
        case .eventsResyncRequired: "io.stated.Events.ResyncRequired"
        case .syncDisabled: "io.stated.Sync.SyncDisabled"
        case .remoteUnavailable: "io.stated.Sync.RemoteUnavailable"
        case .entryNotFound: "io.stated.Sync.EntryNotFound"
        case .deviceNotFound: "io.stated.Sync.DeviceNotFound"
        case .deviceAmbiguous: "io.stated.Sync.DeviceAmbiguous"
        case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
        case .methodNotFound: "org.varlink.service.MethodNotFound"
        case .methodNotImplemented: "org.varlink.service.MethodNotImplemented"
        case .invalidParameter: "org.varlink.service.InvalidParameter"
        case .permissionDenied: "org.varlink.service.PermissionDenied"
        case .expectedMore: "org.varlink.service.ExpectedMore"
        case .other(let name, _): name
        }
    }

    /// The error's parameters on the wire.
    package var parameters: [UInt8] {
        if case .other(_, let parameters) = self { return parameters }
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        for (name, member) in members {
            switch member {
            case .text(let text): writer.member(name, text)
            case .number(let number): writer.member(name, number)
            case .texts(let texts): writer.member(name, texts)
            }
        }
        writer.endObject()
        return writer.bytes
    }

    /// The reply message with this error, with its closing NUL.
    package var message: [UInt8] {
        Message.error(name, parameters: parameters)
    }

    /// The value of one member of an error.
    private enum Member {
        case text(String?)
        case number(Int)
        case texts([String])
    }

    private var members: KeyValuePairs<StaticString, Member> {
        switch self {
        case .invalidSnapshot(let field, let reason), .invalidEvent(let field, let reason):
            ["field": .text(field), "why": .text(reason)]
        case .notFound(let item, let player): ["item": .text(item), "player": .text(player)]
        case .expired(let item, let at): ["item": .text(item), "expiredAt": .number(at)]
        case .resyncRequired(let reason), .storageUnavailable(let reason),
            .remoteUnavailable(let reason):
            ["why": .text(reason)]
        case .aliasConflict(let alias, let item): ["alias": .text(alias), "item": .text(item)]
        case .invalidValue(let parameter, let reason):
            ["parameter": .text(parameter), "why": .text(reason)]
        case .quotaExceeded(let limit, let value):
            ["limit": .text(limit), "value": .number(value)]
        case .invalidConfiguration(let path, let key, let reason):
            ["path": .text(path), "key": .text(key), "why": .text(reason)]
        case .backupFailed(let path, let reason): ["path": .text(path), "why": .text(reason)]
        case .restoreFailed(let name, let reason): ["name": .text(name), "why": .text(reason)]
        case .queueChanged(let revision): ["revision": .number(revision)]
        case .alertNotFound(let id), .notRetryable(let id), .entryNotFound(let id):
            ["id": .number(id)]
        case .idReused(let id): ["id": .text(id)]
        case .eventsResyncRequired(let reason, let oldest):
            ["why": .text(reason), "oldest": .number(oldest)]
        case .deviceNotFound(let device): ["device": .text(device)]
        case .deviceAmbiguous(let device, let devices):
            ["device": .text(device), "devices": .texts(devices)]
        case .interfaceNotFound(let interface): ["interface": .text(interface)]
        case .methodNotFound(let method), .methodNotImplemented(let method):
            ["method": .text(method)]
        case .invalidParameter(let parameter): ["parameter": .text(parameter)]
        case .notAttached, .syncDisabled, .permissionDenied, .expectedMore, .other: [:]
        }
    }
}
