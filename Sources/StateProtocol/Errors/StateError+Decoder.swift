import Varlink

// Errors read from the wire. A member that a daemon left out must not hide the error: it reads as
// empty or zero.
extension StateError {
    /// Creates the error of a reply.
    ///
    /// An unknown error is kept as ``other(name:parameters:)``.
    package init(name: String, parameters: [UInt8]) {
        let members = ErrorMembers(parameters)
        let known =
            Self.playback(name, members) ?? Self.service(name, members)
            ?? Self.session(name, members) ?? Self.events(name, members)
            ?? Self.sync(name, members) ?? Self.varlink(name, members)
        self = known ?? .other(name: name, parameters: parameters)
    }

    private static func playback(_ name: String, _ m: ErrorMembers) -> Self? {
        switch name {
        case "io.stated.Playback.InvalidSnapshot":
            .invalidSnapshot(field: m.string("field"), reason: m.string("why"))
        case "io.stated.Playback.NotFound":
            .notFound(item: m.optionalString("item"), player: m.optionalString("player"))
        case "io.stated.Playback.Expired":
            .expired(item: m.string("item"), expiredAt: m.int("expiredAt"))
        case "io.stated.Playback.ResyncRequired": .resyncRequired(reason: m.string("why"))
        case "io.stated.Playback.AliasConflict":
            .aliasConflict(alias: m.string("alias"), item: m.string("item"))
        default: nil
        }
    }

    private static func service(_ name: String, _ m: ErrorMembers) -> Self? {
        switch name {
        case "io.stated.Service.InvalidValue":
            .invalidValue(parameter: m.string("parameter"), reason: m.string("why"))
        case "io.stated.Service.QuotaExceeded":
            .quotaExceeded(limit: m.string("limit"), value: m.int("value"))
        case "io.stated.Service.StorageUnavailable": .storageUnavailable(reason: m.string("why"))
        case "io.stated.Service.InvalidConfiguration":
            .invalidConfiguration(
                path: m.string("path"),
                key: m.string("key"),
                reason: m.string("why")
            )
        case "io.stated.Service.BackupFailed":
            .backupFailed(path: m.string("path"), reason: m.string("why"))
        case "io.stated.Service.RestoreFailed":
            .restoreFailed(name: m.string("name"), reason: m.string("why"))
        default: nil
        }
    }

    private static func session(_ name: String, _ m: ErrorMembers) -> Self? {
        switch name {
        case "io.stated.Session.NotAttached": .notAttached
        case "io.stated.Session.QueueChanged": .queueChanged(revision: m.int("revision"))
        case "io.stated.Session.AlertNotFound": .alertNotFound(id: m.int("id"))
        case "io.stated.Session.NotRetryable": .notRetryable(id: m.int("id"))
        default: nil
        }
    }

    private static func events(_ name: String, _ m: ErrorMembers) -> Self? {
        switch name {
        case "io.stated.Events.InvalidEvent":
            .invalidEvent(field: m.string("field"), reason: m.string("why"))
        case "io.stated.Events.IdReused": .idReused(id: m.string("id"))
        case "io.stated.Events.ResyncRequired":
            .eventsResyncRequired(reason: m.string("why"), oldest: m.int("oldest"))
        default: nil
        }
    }

    private static func sync(_ name: String, _ m: ErrorMembers) -> Self? {
        switch name {
        case "io.stated.Sync.SyncDisabled": .syncDisabled
        case "io.stated.Sync.RemoteUnavailable": .remoteUnavailable(reason: m.string("why"))
        case "io.stated.Sync.EntryNotFound": .entryNotFound(id: m.int("id"))
        case "io.stated.Sync.DeviceNotFound": .deviceNotFound(device: m.string("device"))
        case "io.stated.Sync.DeviceAmbiguous":
            .deviceAmbiguous(device: m.string("device"), devices: m.strings("devices"))
        default: nil
        }
    }

    private static func varlink(_ name: String, _ m: ErrorMembers) -> Self? {
        switch name {
        case "org.varlink.service.InterfaceNotFound": .interfaceNotFound(m.string("interface"))
        case "org.varlink.service.MethodNotFound": .methodNotFound(m.string("method"))
        case "org.varlink.service.MethodNotImplemented": .methodNotImplemented(m.string("method"))
        case "org.varlink.service.InvalidParameter": .invalidParameter(m.string("parameter"))
        case "org.varlink.service.PermissionDenied": .permissionDenied
        case "org.varlink.service.ExpectedMore": .expectedMore
        default: nil
        }
    }
}

/// The members of an error as received; a missing member reads as empty, zero or `nil`.
private struct ErrorMembers {
    private var members: [JSONMember] = []

    init(_ json: [UInt8]) {
        var reader = JSONReader(json)
        if case .object(let members) = try? reader.value() { self.members = members }
    }

    func optionalString(_ name: String) -> String? {
        guard case .string(let text) = value(name) else { return nil }
        return text
    }

    func string(_ name: String) -> String {
        optionalString(name) ?? ""
    }

    func strings(_ name: String) -> [String] {
        guard case .array(let values) = value(name) else { return [] }
        return values.compactMap { value in
            if case .string(let text) = value { text } else { nil }
        }
    }

    func int(_ name: String) -> Int {
        guard case .int(let number) = value(name) else { return 0 }
        return number
    }

    private func value(_ name: String) -> JSONValue? {
        members.last { $0.key == name }?.value
    }
}
