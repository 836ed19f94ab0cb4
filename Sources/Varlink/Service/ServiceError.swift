// SPDX-License-Identifier: Apache-2.0

package enum ServiceError: Error, Equatable, Sendable {
    case interfaceNotFound(String)
    case methodNotFound(String)
    case methodNotImplemented(String)
    /// The given parameter is missing, has a wrong type or is out of range.
    case invalidParameter(String)
    case permissionDenied
    /// The method replies with a stream, and must be called with `more`.
    case expectedMore

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
        writer.member(member, value)
        writer.endObject()
        return Message.error("org.varlink.service." + error, parameters: writer.bytes)
    }
}
