/// The hybrid clock's reading at the end of a step's reason, which daemons write as a bare number:
/// `, clock 1795250100000.2`, in milliseconds since 1970, and a count of what shares them.
struct ClockReading: Equatable {
    /// The reason before it.
    let reason: String
    /// Milliseconds since 1970.
    let milliseconds: Int

    /// The reading at the end of a reason; nil: it ends in another way.
    init?(endOf why: String) {
        let words = why.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 2, words[words.count - 2] == "clock",
            words[words.count - 3].hasSuffix(","), let number = words.last
        else { return nil }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
            let milliseconds = Int(parts[0])
        else { return nil }
        reason = words.dropLast(2).joined(separator: " ")
        self.milliseconds = milliseconds
    }
}
