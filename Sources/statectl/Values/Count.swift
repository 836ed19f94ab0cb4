// SPDX-License-Identifier: Apache-2.0

/// A number of things: a limit, or a revision.
struct Count: TextValue, Equatable {
    /// The number, never negative.
    let number: Int

    /// Creates a count from a whole number.
    init(text: String) throws(BadValue) {
        guard let number = Decimal.whole(text[...]) else {
            throw BadValue(text, expected: "a whole number")
        }
        self.number = number
    }
}
