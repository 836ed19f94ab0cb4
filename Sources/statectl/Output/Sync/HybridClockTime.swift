// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The time of a hybrid logical clock at the end of a step's reason.
///
/// The daemon writes it as `, clock 1795250100000.2`: milliseconds since 1970, and a counter within
/// the millisecond.
struct HybridClockTime: Equatable {
    let reason: String
    let time: Timestamp

    init?(endOf text: String) {
        guard let found = text.wholeMatch(of: #/(?s:(.*,)) clock ([0-9]+)\.[0-9]+/#)?.output,
            let milliseconds = Int(found.2)
        else { return nil }
        reason = String(found.1)
        time = Timestamp(milliseconds)
    }
}
