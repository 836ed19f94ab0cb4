// SPDX-License-Identifier: Apache-2.0
@testable import statectl

extension LocalZone {
    /// The zone without an offset.
    static let utc = LocalZone { _ in 0 }
}
