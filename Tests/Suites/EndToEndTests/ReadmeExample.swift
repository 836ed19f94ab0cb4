// SPDX-License-Identifier: Apache-2.0
import StateClient

/// The example in README.md, which has to compile; ExampleTests compares the lines.
func readmeExample() async throws {
    let client = try await StateClient.connect()
    let film = StateClient.itemName(of: "alien.mkv")
    try await client.save(Snapshot(item: film, player: "mine", status: .paused, position: 61.5))
    let next = try await client.resume(item: film)
    print("continue at \(next.position) s")
    for try await case .batch(let batch) in client.follow() {  // survives a restart of the daemon
        for change in batch.changes { print(change.kind, change.item ?? "") }
    }
}
