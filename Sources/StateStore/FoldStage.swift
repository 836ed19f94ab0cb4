/// What a fold does, in this order.
///
/// Sorting is a stage of its own before what is written in an order that the ledger does not have,
/// so that no slice sorts everything at once.
enum FoldStage: CaseIterable {
    case players, alerts, sortNames, names, aliases, unsettled, sortOutdated, outdated, heads
    case sortRecent, recent, due, seal, garbage

    /// What a row of the stage costs, in nanoseconds of the processor on the machine that it was
    /// measured on; a slice is as many rows of each as cost the same.
    var cost: Int {
        switch self {
        case .sortNames: 700
        case .sortOutdated, .sortRecent: 200
        case .recent, .due, .garbage: 500
        case .outdated: 700
        case .heads: 1_000
        case .names, .players, .alerts: 2_500
        case .aliases, .unsettled: 5_000
        case .seal: 20_000
        }
    }

    /// What setting out on the stage costs for each of its rows: some are sorted as a whole.
    var preparation: Int {
        switch self {
        case .unsettled, .heads, .garbage: 60
        default: 0
        }
    }
}

/// How many rows a fold carries in each of its stages.
struct FoldSize: Equatable {
    /// The rows of a stage.
    var rows: [FoldStage: Int]

    /// The rows that a frozen generation has for each stage.
    init(of generation: Ledger.Generation) {
        rows = [
            .players: generation.players.count, .alerts: generation.alerts.count,
            .sortNames: generation.newcomers.count, .names: generation.newcomers.count,
            .aliases: generation.aliases.count, .unsettled: generation.unsettled.count,
            .sortOutdated: generation.outdated.count, .outdated: generation.outdated.count,
            .heads: generation.heads.count, .sortRecent: generation.heads.count,
            .recent: generation.heads.count, .due: generation.due.entries.count, .seal: 1,
            .garbage: generation.garbage.count,
        ]
    }

    /// The rows of each stage.
    init(rows: [FoldStage: Int]) {
        self.rows = rows
    }

    /// What all of it costs, in nanoseconds.
    var cost: Int { rows.reduce(0) { $0 + ($1.key.cost + $1.key.preparation) * $1.value } }
}
