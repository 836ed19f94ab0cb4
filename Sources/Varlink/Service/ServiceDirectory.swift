// SPDX-License-Identifier: Apache-2.0

/// The directory of a service's interfaces, which answers the calls that every Varlink service must
/// answer.
///
/// It describes the service and its interfaces, and answers calls to unknown methods.
package struct ServiceDirectory: Sendable {
    /// The interfaces' definitions by name.
    private let texts: [String: String]
    /// The qualified names of the methods that other code answers.
    private let methods: Set<String>
    /// The reply to GetInfo.
    private let info: [UInt8]

    /// Creates a directory of the given interface definitions and of org.varlink.service.
    ///
    /// The definitions are part of the program, so an invalid one is a fatal error, and so are two
    /// with the same name.
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

    /// Returns the complete reply to a call of org.varlink.service or of an unknown method.
    ///
    /// Returns `nil` if other code answers the method, and an empty array for a one-way call.
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

    /// Returns the error for an unknown method.
    ///
    /// Like the reference implementation, MethodNotFound gives the name without its interface.
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
        writer.key("description")
        writer.string(text)
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
        writer.key("vendor")
        writer.string(vendor)
        writer.key("product")
        writer.string(product)
        writer.key("version")
        writer.string(version)
        writer.key("url")
        writer.string(url)
        writer.key("interfaces")
        writer.beginArray()
        for name in names { writer.string(name) }
        writer.endArray()
        writer.endObject()
        return Message.reply(parameters: writer.bytes)
    }
}
