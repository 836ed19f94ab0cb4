// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The members of a JSON object, found in one pass and read by name.
///
/// If a name occurs more than once, the last member is used. An optional member that is null is
/// treated as absent.
struct JSONMembers {
    /// The keys, and the offsets of their values.
    ///
    /// Readers of the values would cost as much again as reading them.
    private let members: [(key: JSONKey, offset: Int)]
    private let end: JSONReader

    /// The maximum number of members of an object; no type has more than twenty.
    private static let maximumMembers = 256

    init(of reader: inout JSONReader) throws(JSONError) {
        var members: [(key: JSONKey, offset: Int)] = []
        members.reserveCapacity(12)
        try reader.object { (key, reader) throws(JSONError) in
            guard members.count < Self.maximumMembers else {
                throw reader.failure(
                    .value("belongs to an object with more than \(Self.maximumMembers) members")
                )
            }
            members.append((key, reader.offset))
        }
        self.members = members
        end = reader
    }

    func required<Value: JSONDecodable>(_ name: StaticString) throws(JSONError) -> Value {
        try present(name, Value.init(from:))
    }

    func optional<Value: JSONDecodable>(_ name: StaticString) throws(JSONError) -> Value? {
        try read(name) { (reader) throws(JSONError) in try reader.optional() } ?? nil
    }

    /// Returns a required enum value; an unknown name is an error.
    func named<Name: RawRepresentable<String>>(_ name: StaticString) throws(JSONError) -> Name {
        try present(name) { (reader) throws(JSONError) in try reader.named() }
    }

    /// Returns an optional enum value; an unknown name is an error.
    func optionalNamed<Name: RawRepresentable<String>>(
        _ name: StaticString
    ) throws(JSONError) -> Name? {
        try read(name) { (reader) throws(JSONError) in
            try reader.isNull() ? nil : reader.named()
        } ?? nil
    }

    /// Returns a required enum value; an unknown name, from a newer daemon, is read as `other`.
    func known<Name: RawRepresentable<String>>(
        _ name: StaticString,
        else other: Name
    ) throws(JSONError) -> Name {
        Name(rawValue: try required(name)) ?? other
    }

    /// Returns an optional enum value; an unknown name, from a newer daemon, is read as `nil`.
    func optionalKnown<Name: RawRepresentable<String>>(
        _ name: StaticString
    ) throws(JSONError) -> Name? {
        try optional(name).flatMap { Name(rawValue: $0) }
    }

    /// Returns the enum values in a required array; an unknown name is an error.
    func names<Name: RawRepresentable<String>>(_ name: StaticString) throws(JSONError) -> [Name] {
        try elements(name) { (reader) throws(JSONError) in try reader.named() }
    }

    /// Returns the enum values in an optional array, without unknown names from a newer daemon.
    func knownNames<Name: RawRepresentable<String>>(
        _ name: StaticString
    ) throws(JSONError) -> [Name] {
        let names: [String]? = try optional(name)
        return names?.compactMap { Name(rawValue: $0) } ?? []
    }

    /// Returns the JSON of a required object, unchanged.
    func rawObject(_ name: StaticString) throws(JSONError) -> [UInt8] {
        try present(name) { (reader) throws(JSONError) in
            let before = reader
            let bytes = try reader.raw()
            guard bytes.first == UInt8(ascii: "{") else {
                throw before.failure(.type("an object"))
            }
            return bytes
        }
    }

    /// Returns the JSON of each element of a required array, unchanged.
    func rawElements(_ name: StaticString) throws(JSONError) -> [[UInt8]] {
        try elements(name) { (reader) throws(JSONError) in try reader.raw() }
    }

    private func elements<Element>(
        _ name: StaticString,
        _ body: (inout JSONReader) throws(JSONError) -> Element
    ) throws(JSONError) -> [Element] {
        try present(name) { (reader) throws(JSONError) in
            var elements: [Element] = []
            try reader.array { (reader) throws(JSONError) in elements.append(try body(&reader)) }
            return elements
        }
    }

    private func read<Value>(
        _ name: StaticString,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value? {
        guard let member = members.last(where: { name ~= $0.key }) else { return nil }
        var reader = end.member(at: member.offset)
        do throws(JSONError) {
            return try body(&reader)
        } catch {
            throw error.inside(member: "\(name)")
        }
    }

    private func present<Value>(
        _ name: StaticString,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        guard let value = try read(name, body) else { throw end.missing("\(name)") }
        return value
    }
}
