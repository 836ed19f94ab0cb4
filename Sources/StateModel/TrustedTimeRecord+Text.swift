extension TrustedTimeRecord {
    /// The record as one line, as the store keeps it.
    package var text: String {
        let numbers = [trustedOffset, wallOffset, recordedAt, isSettled ? 1 : 0]
        let tail = setBackFrom.map { [$0] } ?? []
        return ([bootID] + (numbers + tail).map { String($0) }).joined(separator: " ")
    }

    /// The record of such a line; nil: it is none.
    package init?(text: String) {
        let parts = text.split(separator: " ")
        let numbers = parts.dropFirst().compactMap { Int($0) }
        guard parts.count == numbers.count + 1, (4...5).contains(numbers.count),
            let bootID = parts.first
        else { return nil }
        self.init(
            bootID: String(bootID),
            trustedOffset: numbers[0],
            wallOffset: numbers[1],
            recordedAt: numbers[2],
            isSettled: numbers[3] == 1,
            setBackFrom: numbers.count == 5 ? numbers[4] : nil
        )
    }
}
