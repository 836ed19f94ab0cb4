// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol

extension CallLimit {
    /// Throws QuotaExceeded if a number is above the limit.
    func check(_ number: Int) throws(StateError) {
        guard number <= value else { throw .quotaExceeded(limit: name, value: value) }
    }
}

// The checks of parameters that several methods share.
extension TenantComponent {
    /// Returns the page size for a requested limit, or throws if the limit is out of range.
    func pageSize(_ limit: Int?) throws(StateError) -> Int {
        guard let limit else { return Limits.pageDefault }
        guard (1...Limits.pageMaximum).contains(limit) else {
            throw .invalidValue(parameter: "limit", reason: "must be 1 to \(Limits.pageMaximum)")
        }
        return limit
    }

    /// Throws if an item's name is empty or too long.
    func checkItem(_ name: String) throws(StateError) {
        guard (1...Limits.itemBytes).contains(name.utf8.count) else {
            throw .invalidValue(
                parameter: "item",
                reason: "must be 1 to \(Limits.itemBytes) bytes of UTF-8"
            )
        }
    }

    /// Throws if a player's name is not valid.
    func checkPlayer(_ name: String) throws(StateError) {
        guard Limits.isName(name, atMost: Limits.playerBytes) else {
            throw .invalidValue(
                parameter: "player",
                reason: "must be 1 to \(Limits.playerBytes) bytes of A-Z, a-z, 0-9, '.', '_', '-'"
            )
        }
    }

    /// Throws if a topic's name is not valid.
    func checkTopic(_ name: String) throws(StateError) {
        guard Limits.isName(name, atMost: Limits.topicBytes) else {
            throw .invalidValue(
                parameter: "topic",
                reason: "must be 1 to \(Limits.topicBytes) bytes of A-Z, a-z, 0-9, '.', '_', '-'"
            )
        }
    }
}
