// SPDX-License-Identifier: Apache-2.0
internal import Synchronization
internal import VarlinkNIO

final class ConnectionQuota: Sendable {
    private let quota: Mutex<Quota<String>>

    init(limit: Int, addressLimit: Int) {
        quota = Mutex(Quota(limit: limit, ownerLimit: addressLimit))
    }

    func enter(_ address: String) -> Bool {
        quota.withLock { $0.acquire(from: address) == .admitted }
    }

    func leave(_ address: String) {
        quota.withLock { $0.release(from: address) }
    }
}
