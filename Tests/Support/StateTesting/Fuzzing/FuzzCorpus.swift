// SPDX-License-Identifier: Apache-2.0
import ModelTesting
package import Varlink

/// Valid messages for every method and every error of some interfaces.
package struct FuzzCorpus: Sendable {
    /// The calls, without their NULs.
    package private(set) var calls: [[UInt8]] = []
    /// The replies and errors, without their NULs.
    private(set) var replies: [[UInt8]] = []
    /// The definitions, and each of their members as a separate definition.
    private(set) var definitions: [[UInt8]] = []

    /// Creates `variants` messages for each method of the interfaces that the texts define,
    /// determined by `seed`.
    package init(
        _ texts: [String],
        seed: UInt64,
        variants: Int = 6
    ) throws(InterfaceError) {
        var random = FuzzRandom(seed: seed)
        for text in texts {
            let interface = try Interface(text)
            definitions.append(Array(text.utf8))
            let members = text.split(separator: "\n\n").dropFirst()
            definitions += members.map { Array("interface a.b\n\n\($0)\n".utf8) }
            for _ in 0..<variants { addMessages(of: interface, &random) }
        }
    }

    private mutating func addMessages(of interface: Interface, _ random: inout FuzzRandom) {
        for method in interface.methods {
            var values = FuzzValues(interface: interface, random: random)
            let call = Message.call(
                method: "\(interface.name).\(method.name)",
                parameters: values.object(method.input),
                oneway: values.random.once(in: 5),
                more: values.random.once(in: 4)
            )
            let reply = Message.reply(
                parameters: values.object(method.output),
                continues: values.random.once(in: 3)
            )
            random = values.random
            calls.append(call.dropLast())
            replies.append(reply.dropLast())
        }
        for error in interface.errors {
            var values = FuzzValues(interface: interface, random: random)
            let reply = Message.error(
                "\(interface.name).\(error.name)",
                parameters: values.object(error.fields)
            )
            random = values.random
            replies.append(reply.dropLast())
        }
    }
}

/// A generator of values of an interface's types.
package struct FuzzValues {
    private static let depthLimit = 5
    private static let numbers =
        ["1.5", "-2.25e3", "1234.567", "1e-9", "5E+20", "3600"]
        + Extremes.doubles.filter(\.isFinite).map { "\($0)" }
    /// Texts that are empty, long, of rare letters, or not meant for a screen.
    package static let strings = [
        "", "mpv", "film 1", "\u{202E}fdp.exe\u{2066}", "\u{FEFF}\u{10FFFF}", "\u{1B}[2J",
        String(repeating: "é", count: 5_000), "file:///home/a/Videos/b%20c.mkv", "Été – 漢字 🎬",
        "quote \" and \\ and\n\t\u{0}",
        "org.videolan.vlc", "x\u{1F}\u{7F}\u{80}", String(repeating: "long ", count: 30),
    ]

    /// The interface in which named types are looked up.
    let interface: Interface
    /// The source of randomness.
    var random: FuzzRandom

    /// Returns the members of a structure as a JSON object.
    mutating func object(_ fields: [Interface.Field]) -> [UInt8] {
        var writer = JSONWriter()
        write(.structure(fields), to: &writer, 0)
        return writer.bytes
    }

    private mutating func write(
        _ type: Interface.ValueType,
        to writer: inout JSONWriter,
        _ depth: Int
    ) {
        switch type {
        case .bool: writer.bool(random.once(in: 2))
        case .int: writer.int(random.pick(Extremes.integers))
        case .float: writer.raw(Array(random.pick(Self.numbers).utf8))
        case .string: writer.string(random.pick(Self.strings))
        case .object, .any: writer.raw(Array(#"{"x":[1,null,{"y":"\u00e9"}]}"#.utf8))
        case .named(let name): write(interface.type(name) ?? .any, to: &writer, depth + 1)
        case .nullable(let type):
            if depth > Self.depthLimit || random.once(in: 3) {
                writer.null()
            } else {
                write(type, to: &writer, depth + 1)
            }
        case .array(let element):
            writer.beginArray()
            for _ in 0..<count(depth) { write(element, to: &writer, depth + 1) }
            writer.endArray()
        case .dictionary(let element):
            writer.beginObject()
            for _ in 0..<count(depth) {
                writer.key(string: random.pick(Self.strings))
                write(element, to: &writer, depth + 1)
            }
            writer.endObject()
        case .structure(let fields): write(fields, to: &writer, depth)
        case .enumeration(let names): writer.string(random.pick(names))
        }
    }

    private mutating func write(
        _ fields: [Interface.Field],
        to writer: inout JSONWriter,
        _ depth: Int
    ) {
        writer.beginObject()
        for field in fields {
            if case .nullable = field.type, random.once(in: 3) { continue }
            writer.key(string: field.name)
            write(field.type, to: &writer, depth + 1)
        }
        writer.endObject()
    }

    private mutating func count(_ depth: Int) -> Int {
        depth > Self.depthLimit ? 0 : random.below(4)
    }
}
