// SPDX-License-Identifier: Apache-2.0

/// The stages of a flush, in this order.
///
/// Rows whose table has another order than the memtable are sorted in separate stages, so that no
/// slice has to sort everything.
enum FlushStage: CaseIterable {
    /// The players and alerts, the names and aliases, outdated entries of `recent`, and the states.
    case players, alerts, sortNames, names, aliases, unsettled, sortOutdated, outdated, states
    /// The entries of `recent` and `due`, the seal that records the flush, and displaced rows.
    case sortRecent, recent, due, seal, garbage

    /// The measured cost per row of the stage, in nanoseconds of processor time.
    ///
    /// The values are from one machine. A slice holds as many rows as its budget allows at the cost
    /// of its stage.
    var cost: Int {
        switch self {
        case .sortNames: 700
        case .sortOutdated, .sortRecent: 200
        case .recent, .due, .garbage: 500
        case .outdated: 700
        case .states: 1_000
        case .names, .players, .alerts: 2_500
        case .aliases, .unsettled: 5_000
        case .seal: 20_000
        }
    }
}
