// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// The generated part of StateProtocol.
package struct ProtocolSource {
    private let interfaces: [Interface]

    /// Creates the generated files from the texts of the interfaces.
    package init(interfaces texts: [String]) throws(InterfaceError) {
        var interfaces: [Interface] = []
        for text in texts { interfaces.append(try Interface(text)) }
        self.interfaces = interfaces
    }

    /// The names of the interfaces' files.
    package static let interfaceFiles = Mapping.interfaces.map { "io.stated.\($0).varlink" }

    /// The contents of the files below `Sources/StateProtocol/Generated`, by name.
    package func files() throws(InterfaceError) -> [String: String] {
        var files = ["StateInterfaces+Methods.swift": methods]
        for interface in interfaces {
            files.merge(InterfaceSource(interface).files) { first, _ in first }
        }
        let service = try Interface(serviceInterface)
        files["StateError.swift"] = ErrorSource(interfaces + [service]).text
        return files
    }

    private var methods: String {
        var source = SourceText()
        source.block("extension StateInterfaces") { source in
            source.documentation("Every method of every interface.")
            let names = interfaces.flatMap { interface in
                interface.methods.map { "\(interface.shortName).\($0.name).self" }
            }
            source.list("package static let methods: [any StateMethod.Type] = [", names, "]")
        }
        return source.text
    }
}
