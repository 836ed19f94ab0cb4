/// The errors of org.varlink.service, which any service may answer with.
package enum ServiceError: Error, Equatable, Sendable {
    /// There is no interface of that name here.
    case interfaceNotFound(String)
    /// The interface has no method of that name.
    case methodNotFound(String)
    /// The interface has the method, but this service does not implement it.
    case methodNotImplemented(String)
    /// That parameter is missing, of a wrong type or out of bounds.
    case invalidParameter(String)
    /// The caller may not do that.
    case permissionDenied
    /// The method answers a stream: call it with `more`.
    case expectedMore

    /// The error as a whole message.
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
