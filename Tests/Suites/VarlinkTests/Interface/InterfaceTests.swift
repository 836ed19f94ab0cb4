// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

@Suite("Interface definitions") struct InterfaceTests {
    private static let everyForm = """
        # All of it,
        #  in one place.
        interface org.example.all-of-it

        # Not above anything.

        # A structure.
        type Thing (
          # How many.
          number: int, # not this
          yes: bool, real: float, text: ?string,
          raw: object, whatever: any,
          list: []?Thing, table: [string][]int, names: [string](),
          pick: (one, two), nested: (a: int, b: (c: ?Pick)),
          deep: ?[]?[string](x, y)
        )
        type Pick (this)
        type Nothing ()
        method Do() -> ()
        # Two
        # lines.
        method Turn(thing: Thing,more:?bool)->(thing : Thing)
        # Why not.
        error Broken (why: string) # the end
        """

    @Test func `every construct of the interface language is parsed`() throws {
        let interface = try Interface(Self.everyForm)
        #expect(interface.name == "org.example.all-of-it")
        #expect(interface.documentation == "All of it,\n in one place.")
        #expect(interface.types.map(\.name) == ["Thing", "Pick", "Nothing"])
        #expect(interface.types.map(\.documentation) == ["A structure.", "", ""])
        #expect(interface.type("Pick") == .enumeration(["this"]))
        #expect(interface.type("Nothing") == .structure([]))
        #expect(interface.method("Turn")?.documentation == "Two\nlines.")
        #expect(interface.method("Turn")?.input.map(\.type) == [.named("Thing"), .nullable(.bool)])
        #expect(interface.error("Broken")?.fields.map(\.name) == ["why"])
        #expect(interface.error("Broken")?.documentation == "Why not.")
        guard case .structure(let fields) = interface.type("Thing") else {
            Issue.record("no structure")
            return
        }
        #expect(fields.map(\.documentation).filter { !$0.isEmpty } == ["How many."])
        let types = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.type) })
        #expect(types["list"] == .array(.nullable(.named("Thing"))))
        #expect(types["table"] == .dictionary(.array(.int)))
        #expect(types["names"] == .dictionary(.structure([])))
        #expect(types["pick"] == .enumeration(["one", "two"]))
        #expect(
            types["deep"] == .nullable(.array(.nullable(.dictionary(.enumeration(["x", "y"])))))
        )
        #expect(types["whatever"] == .any)
    }

    @Test(arguments: [
        ("", "1:1: 'interface' is expected"),
        ("type A ()", "1:1: 'interface' is expected"),
        ("interface example", "1:11: a name such as 'org.example.name' is expected"),
        ("interface 1.b", "1:11: a name such as 'org.example.name' is expected"),
        ("interface a..b", "1:11: a name such as 'org.example.name' is expected"),
        ("interface a.b-", "1:11: a name such as 'org.example.name' is expected"),
        ("interface a.b\nfoo", "2:1: 'type', 'method' or 'error' is expected"),
        ("interface a.b\n\n  é", "3:3: 'type', 'method' or 'error' is expected"),
        ("interface a.b\ntype a ()", "2:6: a name that begins with a capital letter is expected"),
        ("interface a.b\ntype A_B ()", "2:6: a name that begins with a capital letter is expected"),
        ("interface a.b\ntype A", "2:7: a type is expected"),
        ("interface a.b\ntype A int", "2:8: a type is expected"),
        ("interface a.b\ntype A (", "2:9: a name is expected"),
        ("interface a.b\ntype A (a", "2:10: ',' or ')' is expected"),
        ("interface a.b\ntype A (a:)", "2:11: a type is expected"),
        ("interface a.b\ntype A (a: ?)", "2:13: a type is expected"),
        ("interface a.b\ntype A (a: ??int)", "2:13: one '?' is enough"),
        ("interface a.b\ntype A (a: [int]int)", "2:12: a type is expected"),
        ("interface a.b\ntype A (a: number)", "2:12: a type is expected"),
        ("interface a.b\ntype A (a: int,)", "2:16: a name is expected"),
        ("interface a.b\ntype A (a: int, b)", "2:18: ':' is expected"),
        ("interface a.b\ntype A (a, b: int)", "2:13: ',' or ')' is expected"),
        ("interface a.b\ntype A (a: int b: int)", "2:16: ',' or ')' is expected"),
        ("interface a.b\ntype A (a: int, a: int)", "2:17: 'a' occurs twice"),
        ("interface a.b\ntype A (a, b, a)", "2:15: 'a' occurs twice"),
        ("interface a.b\ntype A (_a: int)", "2:9: a name is expected"),
        ("interface a.b\ntype A (a__b: int)", "2:9: a name is expected"),
        ("interface a.b\ntype A (a_: int)", "2:9: a name is expected"),
        ("interface a.b\ntype A ()\nmethod A() -> ()", "3:8: 'A' is defined twice"),
        ("interface a.b\ntype A (b: B)", "2:12: there is no type 'B'"),
        ("interface a.b\nmethod A()", "2:11: '->' is expected"),
        ("interface a.b\nmethod A -> ()", "2:10: a type is expected"),
        ("interface a.b\nmethod A(a) -> ()", "2:9: a structure is expected"),
        ("interface a.b\nerror A (a, b)", "2:9: a structure is expected"),
        (
            "interface a.b # é\n# é\n\terror",
            "3:7: a name that begins with a capital letter is expected"
        ),
    ])
    func `an error in an interface is given with line and column`(_ text: String, _ message: String)
    {
        let error = #expect(throws: InterfaceError.self) { try Interface(text) }
        #expect(error?.description == message)
    }

    @Test func `types can be nested, up to a limit`() throws {
        func text(_ levels: Int) -> String {
            "interface a.b type A (a: " + String(repeating: "[]", count: levels) + "int)"
        }
        #expect(try Interface(text(30)).name == "a.b")
        let error = #expect(throws: InterfaceError.self) { try Interface(text(100_000)) }
        #expect(error?.reason == "types nest too deep")
    }

    @Test(arguments: [
        "a.b", "io.systemd.BootControl", "org.example.all-of-it", "xn--lgbbat1ad8j.example.1a",
        "a.0",
    ])
    func `valid names of interfaces are accepted`(_ name: String) throws {
        #expect(try Interface("interface \(name)").name == name)
    }

    @Test func `the line endings of other systems are accepted`() throws {
        let interface = try Interface("# One.\r\n# Two.\r\ninterface a.b\r\nmethod C() -> ()\r\n")
        #expect(interface.documentation == "One.\nTwo.")
        #expect(interface.methods.map(\.name) == ["C"])
    }
}
