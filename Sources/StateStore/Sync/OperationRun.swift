// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

/// Operations of one origin with consecutive numbers, which one query finds.
struct OperationRun: Equatable {
    /// The origin.
    let origin: Origin
    /// The numbers.
    private(set) var numbers: ClosedRange<Int>

    /// The operations.
    var operations: [Operation] { numbers.map { Operation(origin: origin, number: $0) } }

    /// Returns the runs of operations that are in order and without repetition.
    static func runs(of operations: [Operation]) -> [OperationRun] {
        var runs: [OperationRun] = []
        for operation in operations {
            if let last = runs.last, last.origin == operation.origin,
                last.numbers.upperBound + 1 == operation.number
            {
                runs[runs.count - 1].numbers = last.numbers.lowerBound...operation.number
            } else {
                let numbers = operation.number...operation.number
                runs.append(OperationRun(origin: operation.origin, numbers: numbers))
            }
        }
        return runs
    }
}
