// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import FuzzTesting
import Testing

/// The inputs of `make fuzz-coverage`, read once and without libFuzzer.
@Suite struct CorpusTests {
    private static let folder = #filePath.replacing(
        "Suites/FuzzTests/CorpusTests.swift",
        with: "Support/fixtures/fuzz/"
    )

    @Test(arguments: FuzzReader.all.map(\.name))
    func `a reader has its properties for each input of its corpus`(_ name: String) throws {
        let reader = try #require(FuzzReader.all.first { $0.name == name })
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder + name)
        #expect(!files.isEmpty)
        for file in files {
            let bytes = try Data(contentsOf: URL(filePath: "\(Self.folder)\(name)/\(file)"))
            #expect(reader.check(Array(bytes)) == nil, "\(name)/\(file)")
        }
    }

    @Test func `each corpus belongs to a reader`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(Set(folders) == Set(FuzzReader.all.map(\.name)))
    }
}
