// SPDX-License-Identifier: Apache-2.0
internal import Varlink

struct ProtocolSource {
    private let interfaces: [Interface]

    init(interfaces texts: [String]) throws {
        let interfaces = try texts.map { try Interface($0) }
        self.interfaces = Mapping.interfaces.flatMap { name in
            interfaces.filter { $0.shortName == name }
        }
    }

    /// Returns the contents of the files, by file name.
    func files() throws(InterfaceError) -> [String: String] {
        var files = ["StateInterfaces+Methods.swift": methods]
        for interface in interfaces {
            files["\(interface.shortName).swift"] = InterfaceSource(interface).text
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
