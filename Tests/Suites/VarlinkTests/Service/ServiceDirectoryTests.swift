// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink

@Suite("The org.varlink.service interface") struct ServiceDirectoryTests {
    private static let definition = """
        # An example: "quotes", \\ and é.
        interface org.example.things
        method Make(name: string) -> ()
        method Watch() -> (name: string)
        error Broken ()

        """

    private let directory = ServiceDirectory(
        vendor: "Example",
        product: "things",
        version: "1.2",
        url: "https://example.org/",
        interfaces: [ServiceDirectoryTests.definition]
    )

    @Test func `GetInfo returns the service's name and interfaces`() throws {
        let reply = try #require(answer("org.varlink.service.GetInfo"))
        #expect(
            try json(reply.parameters)
                == json(
                    """
                    {"vendor": "Example", "product": "things", "version": "1.2",
                     "url": "https://example.org/",
                     "interfaces": ["org.varlink.service", "org.example.things"]}
                    """
                )
        )
        #expect(reply.error == nil)
    }

    @Test func `the description of an interface equals its text byte for byte`() throws {
        let reply = try #require(
            answer(
                "org.varlink.service.GetInterfaceDescription",
                #"{"interface":"org.example.things"}"#
            )
        )
        #expect(try json(reply.parameters)["description"] == .string(Self.definition))
    }

    @Test func `the interface org.varlink.service describes itself`() throws {
        let reply = try #require(
            answer(
                "org.varlink.service.GetInterfaceDescription",
                #"{"interface":"org.varlink.service"}"#
            )
        )
        guard case .string(let text) = try json(reply.parameters)["description"] else {
            Issue.record("no description")
            return
        }
        let interface = try Interface(text)
        #expect(interface.name == "org.varlink.service")
        #expect(interface.methods.map(\.name) == ["GetInfo", "GetInterfaceDescription"])
        #expect(
            interface.errors.map(\.name) == [
                "InterfaceNotFound", "MethodNotFound", "MethodNotImplemented", "InvalidParameter",
                "PermissionDenied", "ExpectedMore",
            ]
        )
    }

    @Test func `a call of an existing method is left to its handler`() {
        #expect(answer("org.example.things.Make") == nil)
        #expect(answer("org.example.things.Watch") == nil)
    }

    @Test(arguments: [
        ("org.example.other.Make", "InterfaceNotFound", #"{"interface":"org.example.other"}"#),
        ("org.example.Make", "InterfaceNotFound", #"{"interface":"org.example"}"#),
        (".", "InterfaceNotFound", #"{"interface":""}"#),
        ("org.example.things.Mend", "MethodNotFound", #"{"method":"Mend"}"#),
        ("org.example.things.", "MethodNotFound", #"{"method":""}"#),
        ("org.example.things.make", "MethodNotFound", #"{"method":"make"}"#),
        ("org.varlink.service.GetMore", "MethodNotFound", #"{"method":"GetMore"}"#),
        (
            "org.varlink.service.GetInterfaceDescription", "InvalidParameter",
            #"{"parameter":"interface"}"#
        ),
    ])
    func `an unknown method or interface gives an error that names it`(
        _ method: String,
        _ error: String,
        _ parameters: String
    ) throws {
        let reply = try #require(answer(method))
        #expect(reply.error == "org.varlink.service." + error)
        #expect(reply.parameters == Array(parameters.utf8))
    }

    @Test
    func `a description is refused for an unknown interface, and for a value that is not a string`()
        throws
    {
        let method = "org.varlink.service.GetInterfaceDescription"
        #expect(
            try #require(answer(method, #"{"interface":"org.example.other"}"#)).error
                == "org.varlink.service.InterfaceNotFound"
        )
        #expect(
            try #require(answer(method, #"{"interface":5}"#)).error
                == "org.varlink.service.InvalidParameter"
        )
    }

    @Test(arguments: [
        "org.varlink.service.GetInfo", "org.example.other.Make", "org.example.things.Mend",
    ])
    func `a oneway call gets no reply`(_ method: String) {
        let call = Call(
            method: method,
            parameters: Array("{}".utf8),
            oneway: true,
            more: false,
            upgrade: false
        )
        #expect(directory.answer(call) == [])
    }

    @Test
    func `MethodNotImplemented, ExpectedMore and PermissionDenied are written with their members`()
        throws
    {
        #expect(
            text(ServiceError.methodNotImplemented("Make"))
                == #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"method":"Make"}}"#
                + "\0"
        )
        #expect(
            text(ServiceError.expectedMore) == #"{"error":"org.varlink.service.ExpectedMore"}"#
                + "\0"
        )
        #expect(
            text(ServiceError.permissionDenied)
                == #"{"error":"org.varlink.service.PermissionDenied"}"# + "\0"
        )
    }

    @Test func `a program with an invalid interface text ends`() async {
        await #expect(processExitsWith: .failure) {
            _ = ServiceDirectory(vendor: "", product: "", version: "", url: "", interfaces: ["x"])
        }
    }

    private func answer(_ method: String, _ parameters: String = "{}") -> Reply? {
        let call = Call(
            method: method,
            parameters: Array(parameters.utf8),
            oneway: false,
            more: false,
            upgrade: false
        )
        guard let message = directory.answer(call) else { return nil }
        var client = ClientConnection()
        _ = client.call(method: method)
        client.receive(message)
        return try? client.next()
    }

    private func text(_ error: ServiceError) -> String {
        String(decoding: error.message, as: UTF8.self)
    }
}
