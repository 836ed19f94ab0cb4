// SPDX-License-Identifier: Apache-2.0
extension TrustedTimeRecord {
    package var text: String {
        let state = isSettled ? 1 : startedAt ?? 0
        let numbers = [trustedOffset, wallOffset, recordedAt.rawValue, state]
        let tail =
            unconfirmed > 0
            ? [setBackFrom?.rawValue ?? 0, unconfirmed] : setBackFrom.map { [$0.rawValue] } ?? []
        return ([bootID] + (numbers + tail).map { String($0) }).joined(separator: " ")
    }

    package init?(text: String) {
        let parts = text.split(separator: " ")
        let numbers = parts.dropFirst().compactMap { Int($0) }
        guard parts.count == numbers.count + 1, (4...6).contains(numbers.count),
            let bootID = parts.first
        else { return nil }
        self.init(
            bootID: String(bootID),
            trustedOffset: numbers[0],
            wallOffset: numbers[1],
            recordedAt: Timestamp(numbers[2]),
            isSettled: numbers[3] == 1,
            setBackFrom: numbers.count > 4 && numbers[4] != 0 ? Timestamp(numbers[4]) : nil,
            unconfirmed: numbers.count > 5 ? numbers[5] : 0,
            startedAt: numbers[3] >= Self.earliestStart ? numbers[3] : nil
        )
    }
}
