// SPDX-License-Identifier: Apache-2.0

/// The directory of a service's interfaces, which answers the calls of org.varlink.service.
///
/// It also answers calls of methods that do not exist.
package struct ServiceDirectory: Sendable {
    private let texts: [String: String]
    /// The qualified names of the methods that the service itself answers.
    private let methods: Set<String>
    private let info: [UInt8]

    /// Creates a directory of the given interface definitions and of org.varlink.service.
    ///
    /// The definitions are part of the program. If one is invalid, or two have the same name, this
    /// is a fatal error.
    package init(
        vendor: String,
        product: String,
        version: String,
        url: String,
        interfaces: [String]
    ) {
        var names: [String] = []
        var texts: [String: String] = [:]
        var methods: Set<String> = []
        for text in [serviceInterface] + interfaces {
            let interface = Self.parsed(text)
            let former = texts.updateValue(text, forKey: interface.name)
            precondition(former == nil, "\(interface.name) is defined twice")
            names.append(interface.name)
            if text == serviceInterface { continue }
            for method in interface.methods { methods.insert("\(interface.name).\(method.name)") }
        }
        self.texts = texts
        self.methods = methods
        info = Self.info(vendor, product, version, url, names)
    }

    /// Returns the reply to a call of org.varlink.service, or of a method that does not exist.
    ///
    /// The result is `nil` if the service itself must answer the call, and empty for a one-way
    /// call.
    package func answer(_ call: Call) -> [UInt8]? {
        if methods.contains(call.method) { return nil }
        let message: [UInt8]
        switch call.method {
        case "org.varlink.service.GetInfo": message = info
        case "org.varlink.service.GetInterfaceDescription": message = description(call)
        case let method: message = notFound(method).message
        }
        return call.oneway ? [] : message
    }

    /// Returns the error for a method that does not exist.
    ///
    /// As in the reference implementation, MethodNotFound has the name without the interface.
    private func notFound(_ method: String) -> ServiceError {
        let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) ?? method.startIndex
        let interface = String(method[..<dot])
        return texts[interface] == nil
            ? .interfaceNotFound(interface) : .methodNotFound(String(method[dot...].dropFirst()))
    }

    private func description(_ call: Call) -> [UInt8] {
        guard let interface = Self.interface(in: call.parameters) else {
            return ServiceError.invalidParameter("interface").message
        }
        guard let text = texts[interface] else {
            return ServiceError.interfaceNotFound(interface).message
        }
        var writer = JSONWriter(capacity: text.utf8.count + 32)
        writer.beginObject()
        writer.member("description", text)
        writer.endObject()
        return Message.reply(parameters: writer.bytes)
    }

    private static func interface(in parameters: [UInt8]) -> String? {
        var reader = JSONReader(parameters)
        var interface: String?
        do throws(JSONError) {
            try reader.object { (key, reader) throws(JSONError) in
                if case "interface" = key { interface = try reader.string() }
            }
            return interface
        } catch {
            return nil
        }
    }

    private static func parsed(_ text: String) -> Interface {
        do {
            return try Interface(text)
        } catch {
            preconditionFailure("\(error) in\n\(text)")
        }
    }

    private static func info(
        _ vendor: String,
        _ product: String,
        _ version: String,
        _ url: String,
        _ names: [String]
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("vendor", vendor)
        writer.member("product", product)
        writer.member("version", version)
        writer.member("url", url)
        writer.member("interfaces", names)
        writer.endObject()
        return Message.reply(parameters: writer.bytes)
    }
}
