// SPDX-License-Identifier: Apache-2.0
import StateProtocol
import StateTesting
import Testing
import Varlink

/// Values made from the interfaces' own text go through our types and come back as they were.
@Suite struct GrammarTests {
    private let methods = StateInterfaces.methods

    @Test func `every method of every interface has generated types`() throws {
        let declared = try StateInterfaces.texts.flatMap { text in
            let interface = try Interface(text)
            return interface.methods.map { "\(interface.name).\($0.name)" }
        }
        #expect(Set(methods.map { $0.name }) == Set(declared))
    }

    /// Each round takes the next name of every enum; none has more than there are rounds.
    @Test(arguments: [true, false], 0..<10)
    func `parameters and replies have the types that the interface declares`(
        isFull: Bool,
        round: Int
    ) throws {
        let interfaces = try StateInterfaces.texts.map { try Interface($0) }
        for method in methods {
            let interface = try #require(
                interfaces.first { method.name.hasPrefix($0.name + ".") }
            )
            let name = String(method.name.dropFirst(interface.name.count + 1))
            let declared = try #require(interface.method(name))
            let sampler = Sampler(interface: interface, isFull: isFull, round: round)
            try check(method, takes: sampler.members(declared.input))
            try check(method, answers: sampler.members(declared.output))
        }
    }

    @Test func `the members of errors have the types that the interface declares`() throws {
        let interfaces = try StateInterfaces.texts.map { try Interface($0) }
        for error in StateErrorTests.all {
            let interface = interfaces.first { error.name.hasPrefix($0.name + ".") }
            let name = error.name.split(separator: ".").last.map(String.init) ?? ""
            guard let interface, let declared = interface.error(name) else { continue }
            let value = try JSONValue(parsing: error.parameters)
            guard case .object(let members) = value else {
                Issue.record("\(name) is no object")
                continue
            }
            #expect(interface.mismatch(of: members, with: declared.fields) == nil, "\(name)")
        }
    }

    private func check<Method: StateMethod>(
        _ method: Method.Type,
        takes members: [JSONMember]
    ) throws {
        let value = JSONValue.object(members)
        let parameters = try Method.Parameters(json: value.bytes)
        #expect(try JSONValue(parsing: parameters.json) == value, "\(Method.name)")
    }

    private func check<Method: StateMethod>(
        _ method: Method.Type,
        answers members: [JSONMember]
    ) throws {
        let value = JSONValue.object(members)
        let reply = try Method.Reply(json: value.bytes)
        #expect(try JSONValue(parsing: reply.json) == value, "\(Method.name)")
    }
}

/// Makes values of an interface's types.
private struct Sampler {
    let interface: Interface
    /// Whether members that may be absent are there.
    let isFull: Bool
    /// Which name of an enum to take.
    let round: Int

    func members(_ fields: [Interface.Field]) -> [JSONMember] {
        fields.compactMap { field in
            // What `about` holds depends on the kind, which the grammar doesn't show.
            guard field.name != "about" else { return nil }
            return value(field.type).map { JSONMember(key: field.name, value: $0) }
        }
    }

    private func value(_ type: Interface.ValueType) -> JSONValue? {
        switch type {
        case .bool: .bool(true)
        case .int: .int(42)
        case .float: .double(1.5)
        case .string: .string("text")
        case .object, .any, .dictionary: .object([JSONMember(key: "a", value: .array([.null]))])
        case .enumeration(let names): .string(names[round % names.count])
        case .named(let name): interface.type(name).flatMap { value($0) }
        case .structure(let fields): .object(members(fields))
        case .array(let element): .array([value(element), value(element)].compactMap(\.self))
        case .nullable(let inner): isFull ? value(inner) : nil
        }
    }
}

extension JSONValue {
    fileprivate init(parsing bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes)
        self = try reader.value()
        try reader.finish()
    }

    fileprivate var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }
}
