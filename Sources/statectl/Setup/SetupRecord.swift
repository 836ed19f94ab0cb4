// SPDX-License-Identifier: Apache-2.0
/// The record of the steps that `statectl setup` has made, for `--undo`.
///
/// A step is recorded before it is made, so that an interrupted run can be undone.
struct SetupRecord {
    let path = "\(UserFolder.state)/stated/setup"

    var steps: [SetupStep] {
        let text = String(decoding: FilePath.content(path) ?? [], as: UTF8.self)
        return text.split(separator: "\n").compactMap { SetupStep(record: $0) }
    }

    func add(_ step: SetupStep) throws(Failure) {
        let known = steps
        if !known.contains(step) { try write(known + [step]) }
    }

    func write(_ steps: [SetupStep]) throws(Failure) {
        guard !steps.isEmpty else { return try FilePath.remove(path) }
        try NewFile.write(Array(steps.map { $0.record + "\n" }.joined().utf8), to: path)
    }
}
