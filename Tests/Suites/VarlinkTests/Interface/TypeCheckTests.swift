// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

@Suite("Type checks of values") struct TypeCheckTests {
    private static let text = """
        interface org.example.check
        type Thing (
          number: int, real: ?float, list: ?[]string, table: ?[string]int, names: ?[string](),
          pick: ?(one, two), next: ?Thing, raw: ?object, whatever: ?any
        )
        """

    @Test(arguments: [
        #"{"number":1}"#, #"{"number":1,"real":1}"#, #"{"number":1,"real":1.5}"#,
        #"{"number":1,"list":[]}"#, #"{"number":1,"list":["a"],"table":{"x":1}}"#,
        #"{"number":1,"names":{"a":{},"b":{}}}"#, #"{"number":1,"pick":"two"}"#,
        #"{"number":1,"next":{"number":2,"next":null}}"#, #"{"number":1,"raw":{"x":[null]}}"#,
        #"{"number":1,"whatever":[1]}"#,
    ])
    func `a value of the declared type is accepted`(_ value: String) throws {
        let interface = try Interface(Self.text)
        #expect(interface.mismatch(of: try json(value), with: .named("Thing")) == nil)
    }

    @Test(arguments: [
        ("{}", "number: null"), (#"{"number":1.0}"#, "number: another type"),
        (#"{"number":"1"}"#, "number: another type"),
        (#"{"number":1,"x":1}"#, "x: not in the type"),
        (#"{"number":1,"list":["a",1]}"#, "list: [1]: another type"),
        (#"{"number":1,"table":{"x":1.5}}"#, "table: x: another type"),
        (#"{"number":1,"names":{"a":1}}"#, "names: a: another type"),
        (#"{"number":1,"pick":"three"}"#, "pick: not one of the names"),
        (#"{"number":1,"next":{"number":null}}"#, "next: number: null"),
        (#"{"number":1,"raw":[]}"#, "raw: another type"), ("[]", "another type"),
    ])
    func `a value of another type is refused`(_ value: String, _ reason: String) throws {
        let interface = try Interface(Self.text)
        #expect(interface.mismatch(of: try json(value), with: .named("Thing")) == reason)
    }
}
