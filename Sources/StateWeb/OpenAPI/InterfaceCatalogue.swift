// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
package import Varlink

package struct InterfaceCatalogue: Sendable {
    /// The methods with endless replies, which a browser can open as a stream by URL.
    private static let streams: Set = [
        "io.stated.Playback.Subscribe", "io.stated.Events.Follow", "io.stated.Sync.Monitor",
    ]

    private let socket: String
    private let version: String
    private let interfaces: [Interface]

    /// Creates the catalogue; `socket` is the file name of the daemon's socket, such as
    /// `io.stated`.
    package init(socket: String, version: String) {
        self.socket = socket
        self.version = version
        // A test ensures that every definition can be parsed.
        interfaces = StateInterfaces.texts.compactMap { try? Interface($0) }
    }

    package func isSocket(_ name: String) -> Bool {
        name == socket || interfaces.contains { $0.name == name }
    }

    package func isStream(_ method: String) -> Bool { Self.streams.contains(method) }

    package var sockets: JSONValue { .members(["sockets": .array([.string(socket)])]) }

    package var info: JSONValue {
        .members([
            "vendor": .string("stated"),
            "product": .string("stated"),
            "version": .string(version),
            "url": .string("man:stated(8)"),
            "interfaces": .array(interfaces.map { .string($0.name) }),
        ])
    }

    package func methods(of name: String) -> JSONValue? {
        interfaces.first { $0.name == name }.map { interface in
            .members(["method_names": .array(interface.methods.map { .string($0.name) })])
        }
    }

    package func openAPI(of name: String) -> JSONValue? {
        interfaces.first { $0.name == name }.map { interface in
            OpenAPIDocument(interface: interface, version: version).json
        }
    }
}
