// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import Testing

/// The evidence about what stands under a name.
@Suite struct IdentityTests {
    /// A point at 40 s under a name, and what is played under that name now.
    struct Case: Sendable {
        var contents: Identity.Contents
        var length: Double?
        var actual: Double?
        var holds: Bool
    }

    static let cases = [
        // Equal contents decide.
        Case(contents: .same, length: 100, actual: 100, holds: true),
        Case(contents: .same, length: 100, actual: 30, holds: true),
        Case(contents: .same, length: nil, actual: nil, holds: true),
        // Else lengths do, within 2 s or 1 %.
        Case(contents: .other, length: 100, actual: 102, holds: true),
        Case(contents: .other, length: 100, actual: 102.1, holds: false),
        Case(contents: .other, length: 100, actual: 97.9, holds: false),
        Case(contents: .other, length: 7_200, actual: 7_272, holds: true),
        Case(contents: .other, length: 7_200, actual: 7_273, holds: false),
        Case(contents: .unknown, length: 100, actual: 98, holds: true),
        Case(contents: .unknown, length: 100, actual: 130, holds: false),
        // Other contents of an unknown length are another item.
        Case(contents: .other, length: nil, actual: 100, holds: false),
        Case(contents: .other, length: 100, actual: nil, holds: false),
        // A name alone is believed, but not beyond the end.
        Case(contents: .unknown, length: nil, actual: nil, holds: true),
        Case(contents: .unknown, length: 100, actual: nil, holds: true),
        Case(contents: .unknown, length: nil, actual: 41, holds: true),
        Case(contents: .unknown, length: nil, actual: 40, holds: false),
    ]

    @Test(arguments: cases)
    func `a name stands for an item if contents or lengths agree`(_ example: Case) {
        let identity = Identity(contents: example.contents, length: example.length, position: 40)
        #expect(identity.holds(for: example.actual) == example.holds)
    }
}
