// SPDX-License-Identifier: Apache-2.0

/// The errors of org.varlink.service, which any service may return.
package enum ServiceError: Error, Equatable, Sendable {
    /// The service has no interface with this name.
    case interfaceNotFound(String)
    /// The interface has no method with this name.
    case methodNotFound(String)
    /// The interface defines the method, but this service does not implement it.
    case methodNotImplemented(String)
    /// The parameter is missing, has a wrong type or is out of bounds.
    case invalidParameter(String)
    /// The caller is not allowed to make this call.
    case permissionDenied
    /// The method returns a stream and must be called with `more`.
    case expectedMore

    /// The error, encoded as a complete message.
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
