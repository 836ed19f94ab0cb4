// SPDX-License-Identifier: Apache-2.0
import StateTesting

/// A reader of bytes that come from outside, with the properties that it must have for any input.
package struct FuzzReader: Sendable {
    /// The name of the reader, and of its folder in `Tests/Support/fixtures/fuzz`.
    package let name: String
    /// Returns the violated property, or `nil` if there is none.
    package let check: @Sendable ([UInt8]) -> String?

    package static let all: [FuzzReader] =
        FuzzTarget.allCases.map { target in
            FuzzReader(name: target.rawValue) { FuzzInput(target: target, bytes: $0).failure() }
        } + [
            FuzzReader(name: "parameters", check: parameters),
            FuzzReader(name: "record", check: record),
            FuzzReader(name: "file", check: file),
            FuzzReader(name: "message", check: message),
            FuzzReader(name: "token", check: token),
            FuzzReader(name: "configuration", check: configuration),
            FuzzReader(name: "mpv", check: mpv),
            FuzzReader(name: "mpris", check: mpris),
            FuzzReader(name: "podcasts", check: podcasts),
            FuzzReader(name: "feeds", check: feeds),
            FuzzReader(name: "ereader", check: ereader),
            FuzzReader(name: "request", check: request),
        ]
}
