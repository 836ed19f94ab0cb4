// SPDX-License-Identifier: Apache-2.0

// Each function writes a member with its key and its value. A `nil` member is omitted; null is
// never written.
extension JSONWriter {
    package mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        string(value, after: name)
    }

    package mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        int(value, after: name)
    }

    package mutating func member(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        double(value, after: name)
    }

    package mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        key(name)
        bool(value)
    }

    package mutating func member(_ name: StaticString, _ values: [String]) {
        key(name)
        array(values) { $0.string($1) }
    }

    /// Writes a member whose value is JSON; `nil` is omitted.
    package mutating func member(_ name: StaticString, json: [UInt8]?) {
        guard let json else { return }
        key(name)
        raw(json)
    }

    /// Writes a member whose value is an array with the given elements, which are JSON.
    package mutating func member(_ name: StaticString, elements: [[UInt8]]) {
        key(name)
        array(elements) { $0.raw($1) }
    }

    package mutating func array<Element>(
        _ elements: some Sequence<Element>,
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }
}
