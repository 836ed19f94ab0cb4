// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The steps of org.varlink.certification in the order in which a client takes them.
///
/// What a step's reply says is what the next step's call says, with the client's id.
struct Steps {
    /// How a call is to be made.
    enum Style {
        case plain
        case more
        case oneway
    }

    /// One method, what it takes and what it answers.
    struct Step {
        /// The method without its interface.
        let method: String
        let style: Style
        /// The parameters but for `client_id`.
        let takes: JSONValue
        /// The parameters of each reply.
        let gives: [JSONValue]
    }

    /// The interface's name.
    static let interface = "org.varlink.certification"

    /// All steps after `Start`.
    let all: [Step]

    init() throws(JSONError) {
        var steps: [Step] = []
        var takes = JSONValue.object([])
        for (number, text) in Self.replies.enumerated() {
            let gives = try Self.parse(text)
            let method = "Test" + (number < 9 ? "0" : "") + String(number + 1)
            steps.append(Step(method: method, style: .plain, takes: takes, gives: [gives]))
            takes = gives
        }
        let strings = (1...10).map { JSONValue.string("Reply number \($0)") }
        let replies = strings.map { Self.object("string", $0) }
        let list = Self.object("last_more_replies", .array(strings))
        let ok = Self.object("all_ok", .bool(true))
        steps.append(Step(method: "Test10", style: .more, takes: takes, gives: replies))
        steps.append(Step(method: "Test11", style: .oneway, takes: list, gives: []))
        steps.append(Step(method: "End", style: .plain, takes: .object([]), gives: [ok]))
        all = steps
    }

    private static func parse(_ text: String) throws(JSONError) -> JSONValue {
        var reader = JSONReader(Array(text.utf8))
        let value = try reader.value()
        try reader.finish()
        return value
    }

    private static func object(_ key: String, _ value: JSONValue) -> JSONValue {
        .object([JSONMember(key: key, value: value)])
    }

    /// What Test01 to Test09 answer.
    private static let replies = [
        #"{"bool": true}"#,
        #"{"int": 1}"#,
        #"{"float": 1.0}"#,
        #"{"string": "ping"}"#,
        #"{"bool": false, "int": 2, "float": 3.141592653589793, "string": "a lot of string"}"#,
        """
        {"struct":
          {"bool": false, "int": 2, "float": 3.141592653589793, "string": "a lot of string"}}
        """,
        #"{"map": {"foo": "Foo", "bar": "Bar"}}"#,
        #"{"set": {"one": {}, "two": {}, "three": {}}}"#,
        """
        {"mytype": {
          "object": {
            "method": "org.varlink.certification.Test09",
            "parameters": {"map": {"foo": "Foo", "bar": "Bar"}}
          },
          "enum": "two",
          "struct": {"first": 1, "second": "2"},
          "array": ["one", "two", "three"],
          "dictionary": {"foo": "Foo", "bar": "Bar"},
          "stringset": {"one": {}, "two": {}, "three": {}},
          "nullable": null,
          "nullable_array_struct": null,
          "interface": {
            "foo": [null, {"foo": "foo", "bar": "bar"}, null, {"one": "foo", "two": "bar"}],
            "anon": {"foo": true, "bar": false}
          }
        }}
        """,
    ]
}
