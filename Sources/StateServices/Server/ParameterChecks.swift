// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol

extension CallLimit {
    /// Throws QuotaExceeded if the limit is below the given number.
    func check(_ number: Int) throws(StateError) {
        guard number <= value else { throw .quotaExceeded(limit: name, value: value) }
    }
}

// The checks of parameters that several methods have.
extension StateError {
    static let unknownCursor = invalidValue(
        parameter: "cursor",
        reason: "must be the cursor of an earlier reply"
    )
}

extension TenantComponent {
    func pageSize(_ limit: Int?) throws(StateError) -> Int {
        guard let limit else { return Limits.pageDefault }
        guard (1...Limits.pageMaximum).contains(limit) else {
            throw .invalidValue(parameter: "limit", reason: "must be 1 to \(Limits.pageMaximum)")
        }
        return limit
    }

    func check(_ text: String, as parameter: String, atMost bytes: Int) throws(StateError) {
        try check(ValueFault(parameter, text: text, atMost: bytes))
    }

    func check(name: String, as parameter: String, atMost bytes: Int) throws(StateError) {
        try check(ValueFault(parameter, name: name, atMost: bytes))
    }

    private func check(_ fault: ValueFault?) throws(StateError) {
        if let fault { throw .invalidValue(parameter: fault.field, reason: fault.reason) }
    }

    func checkItem(_ name: String, as parameter: String = "item") throws(StateError) {
        try check(name, as: parameter, atMost: Limits.itemBytes)
    }

    func checkPlayer(_ name: String) throws(StateError) {
        try check(name: name, as: "player", atMost: Limits.playerBytes)
    }

    func checkTopic(_ name: String, as parameter: String = "topic") throws(StateError) {
        try check(name: name, as: parameter, atMost: Limits.topicBytes)
    }
}
