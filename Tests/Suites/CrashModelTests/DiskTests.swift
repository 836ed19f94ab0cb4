// SPDX-License-Identifier: Apache-2.0
import CrashModel
import StateTestKit
import Testing

@Suite struct `The simulated disk after a power cut` {
    private static let big = ArraySlice([UInt8](repeating: 7, count: 1_500))

    /// Returns the sizes of the files after the operations and a power cut.
    private func left(
        _ loss: SimulatedDisk.Loss,
        after operations: [FileOperation]
    ) -> [String: Int] {
        var disk = SimulatedDisk()
        for (number, operation) in operations.enumerated() { disk.apply(operation, number) }
        var random = SeededRandom(seed: 1)
        return disk.leaves(loss, using: &random).files.mapValues(\.count)
    }

    private let created: [FileOperation] = [
        .create(path: "/d/a"), .sync(path: "/d", before: 1),
        .write(path: "/d/a", offset: 0, bytes: [1, 2, 3]),
    ]

    @Test func `a write survives once its file is synced`() {
        #expect(left(.nothing, after: created) == ["/d/a": 3])
        #expect(left(.contents, after: created) == ["/d/a": 0])
        #expect(left(.contents, after: created + [.sync(path: "/d/a", before: 3)]) == ["/d/a": 3])
    }

    @Test func `a sync does not cover writes that began after it`() {
        let late: [FileOperation] = [
            .write(path: "/d/a", offset: 3, bytes: [4]), .sync(path: "/d/a", before: 3),
        ]
        #expect(left(.contents, after: created + late) == ["/d/a": 3])
    }

    @Test func `a file's name survives once its directory is synced`() {
        let moved: [FileOperation] = [
            .sync(path: "/d/a", before: 3), .move(path: "/d/a", target: "/d/b"),
        ]
        #expect(left(.contents, after: created + moved) == ["/d/b": 3])
        #expect(left(.everything, after: created + moved) == ["/d/a": 3])
        let synced = moved + [.sync(path: "/d", before: 5)]
        #expect(left(.everything, after: created + synced) == ["/d/b": 3])
        let elsewhere = moved + [.sync(path: "/e", before: 5)]
        #expect(left(.everything, after: created + elsewhere) == ["/d/a": 3])
        #expect(left(.everything, after: created + synced + [.remove(path: "/d/b")]) == ["/d/b": 3])
    }

    @Test func `a file is lost if its directory is lost`() {
        let below: [FileOperation] = [
            .createDirectory(path: "/d/e"), .create(path: "/d/e/a"), .sync(path: "/d/e", before: 5),
        ]
        #expect(left(.everything, after: created + below) == ["/d/a": 0])
        let synced = below + [.sync(path: "/d", before: 6)]
        #expect(left(.everything, after: created + synced) == ["/d/a": 0, "/d/e/a": 0])
    }

    @Test func `a write torn by a power cut ends at a sector boundary`() {
        let sizes = (0..<20).map { seed in
            var disk = SimulatedDisk()
            disk.apply(.create(path: "/d/a"), 0)
            disk.apply(.write(path: "/d/a", offset: 0, bytes: Self.big), 1)
            var random = SeededRandom(seed: UInt64(seed))
            return disk.leaves(.tail, using: &random).files["/d/a"]?.count
        }
        #expect(Set(sizes) == [512, 1024])
    }

    @Test func `if a truncation is lost, the file keeps its previous length`() {
        let cut: [FileOperation] = [
            .sync(path: "/d/a", before: 3), .truncate(path: "/d/a", size: 1),
        ]
        #expect(left(.nothing, after: created + cut) == ["/d/a": 1])
        #expect(left(.contents, after: created + cut) == ["/d/a": 3])
    }
}

@Suite struct `Acknowledged writes after a power cut` {
    /// Returns the fault of what was found, after the lines.
    private func fault(_ lines: String, _ found: [String: String]) -> String? {
        var promises = Promises()
        for line in lines.split(separator: "\n") { promises.read(line) }
        do {
            try promises.check(found)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("w a 1", [:], true), ("w a 1", ["a": "1"], true), ("w a 1", ["a": "2"], false),
        ("w a 1\np", [:], false), ("w a 1\np\nw a 2", ["a": "1"], true),
        ("w a 1\np\nw a 2", ["a": "2"], true), ("w a 1\np\nw a 2\np", ["a": "1"], false),
        ("w a 1\nf", ["a": "1"], true), ("w a 1\nf\nw b 1\np", ["a": "1", "b": "1"], false),
        ("w a 1\np\nw a 2\nf\nw b 1\np", ["a": "1", "b": "1"], true),
        ("w a 1\nw b 1", ["a": "1"], false), ("w a 1\nw b 1", ["a": "1", "b": "1"], true),
        ("w a 1\ng a\np\nk a", [:], false),
        ("w a 1\np\ng a", [:], true), ("w a 1\np\ng a", ["a": "1"], true), ("p", ["a": "1"], false),
    ])
    func `after a power cut, the last acknowledged value or a later one is there`(
        lines: String,
        found: [String: String],
        isKept: Bool
    ) {
        #expect((fault(lines, found) == nil) == isKept)
    }
}
