/// Answers what every Varlink service must: who it is, what it offers, and what it does not.
package struct ServiceDirectory: Sendable {
    private let vendor: String
    private let product: String
    private let version: String
    private let url: String
    private let names: [String]
    private let texts: [String: String]
    private let methods: Set<String>

    /// A directory of the interfaces that those texts define, and of org.varlink.service itself.
    package init(
        vendor: String,
        product: String,
        version: String,
        url: String,
        interfaces: [String]
    ) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        var names: [String] = []
        var texts: [String: String] = [:]
        var methods: Set<String> = []
        for text in [Self.serviceInterface] + interfaces {
            var name = ""
            for line in text.split(separator: "\n") {
                let words = line.split { $0 == " " || $0 == "(" }
                if words.first == "interface" { name = String(words[1]) }
                if words.first == "method" { methods.insert(name + "." + words[1]) }
            }
            names.append(name)
            texts[name] = text
        }
        self.names = names
        self.texts = texts
        self.methods = methods
    }

    /// The whole reply to a call of org.varlink.service, or to one of what is not there.
    ///
    /// nil: an interface and method of ours, for others to answer. Empty: a oneway call that
    /// gets no answer.
    package func answer(_ call: Call) -> [UInt8]? {
        let interface = call.method.prefix(
            upTo: call.method.lastIndex(of: ".") ?? call.method.startIndex
        )
        let method = call.method.dropFirst(interface.count + 1)
        let message: [UInt8]
        if texts[String(interface)] == nil {
            message = ServiceError.interfaceNotFound(String(interface)).message
        } else if !methods.contains(call.method) {
            message = ServiceError.methodNotFound(String(method)).message
        } else if interface != "org.varlink.service" {
            return nil
        } else if method == "GetInfo" {
            message = info()
        } else {
            message = description(call)
        }
        return call.oneway ? [] : message
    }

    private func info() -> [UInt8] {
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

    private func description(_ call: Call) -> [UInt8] {
        var reader = JSONReader(call.parameters)
        var interface: String?
        do throws(JSONError) {
            try reader.object { (key, reader) throws(JSONError) in
                if key == "interface" { interface = try reader.string() }
            }
        } catch {
            return ServiceError.invalidParameter("interface").message
        }
        guard let interface else { return ServiceError.invalidParameter("interface").message }
        guard let text = texts[interface] else {
            return ServiceError.interfaceNotFound(interface).message
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("description")
        writer.string(text)
        writer.endObject()
        return Message.reply(parameters: writer.bytes)
    }

    private static let serviceInterface = """
        # The Varlink Service Interface is provided by every varlink service. It
        # describes the service and the interfaces it implements.
        interface org.varlink.service

        # Get a list of all the interfaces a service provides and information
        # about the implementation.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # Get the description of an interface that is implemented by this service.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The requested interface was not found.
        error InterfaceNotFound (interface: string)

        # The requested method was not found
        error MethodNotFound (method: string)

        # The interface defines the requested method, but the service does not
        # implement it.
        error MethodNotImplemented (method: string)

        # One of the passed parameters is invalid.
        error InvalidParameter (parameter: string)

        # Client is denied access
        error PermissionDenied ()

        # Method is expected to be called with 'more' set to true, but wasn't
        error ExpectedMore ()

        """
}
