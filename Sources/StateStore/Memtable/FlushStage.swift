// SPDX-License-Identifier: Apache-2.0

/// The stages of a flush, in this order.
///
/// Rows in another order than the memtable's are first sorted in a separate stage, so that no slice
/// sorts everything.
enum FlushStage: CaseIterable {
    /// The players and alerts, the names and aliases, outdated entries of `recent`, and the states.
    case players, alerts, sortNames, names, aliases, unsettled, sortOutdated, outdated, states
    /// The entries of `recent` and `due`, the seal that records the flush, and displaced rows.
    case sortRecent, recent, due, seal, garbage

    /// The measured cost of a row of the stage, in nanoseconds of processor time.
    ///
    /// It was measured on one machine. Slices of equal cost hold different numbers of rows in
    /// each stage.
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
