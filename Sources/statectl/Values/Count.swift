// SPDX-License-Identifier: Apache-2.0

/// A whole number that is not negative, such as a limit or a revision.
struct Count: TextValue, Equatable {
    let number: Int

    init(text: String) throws(BadValue) {
        guard let number = Decimal.whole(text[...]) else {
            throw BadValue(text, expected: "a whole number from 0 to \(Int.max)")
        }
        self.number = number
    }
}

extension Checked<Count> {
    func positive(at place: String) throws(Failure) -> Int {
        let number = try value(at: place).number
        guard number > 0 else {
            throw Failure(BadValue("0", expected: "a number of at least 1"), at: place)
        }
        return number
    }
}
