// SPDX-License-Identifier: Apache-2.0

/// The errors of org.varlink.service, which any service may return.
package enum ServiceError: Error, Equatable, Sendable {
    /// The service does not have the given interface.
    case interfaceNotFound(String)
    /// The interface does not have the given method.
    case methodNotFound(String)
    /// The interface has the given method, but the service does not implement it.
    case methodNotImplemented(String)
    /// The given parameter is missing, has a wrong type or is out of range.
    case invalidParameter(String)
    /// The caller does not have permission for the call.
    case permissionDenied
    /// The method replies with a stream, and must be called with `more`.
    case expectedMore

    /// The error reply, as a complete message.
    package var message: [UInt8] {
        switch self {
        case .interfaceNotFound(let name):
            Self.encode("InterfaceNotFound", "interface", name)
        case .methodNotFound(let name): Self.encode("MethodNotFound", "method", name)
        case .methodNotImplemented(let name): Self.encode("MethodNotImplemented", "method", name)
        case .invalidParameter(let name): Self.encode("InvalidParameter", "parameter", name)
        case .permissionDenied: Message.error("org.varlink.service.PermissionDenied")
        case .expectedMore: Message.error("org.varlink.service.ExpectedMore")
        }
    }

    private static func encode(_ error: String, _ member: StaticString, _ value: String) -> [UInt8]
    {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key(member)
        writer.string(value)
        writer.endObject()
        return Message.error("org.varlink.service." + error, parameters: writer.bytes)
    }
}
