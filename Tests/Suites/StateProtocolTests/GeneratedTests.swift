// SPDX-License-Identifier: Apache-2.0
import Foundation
import ModelTesting
import StateProtocol
import Testing
import generate_protocol

/// The files that `make generate` writes are those of the interfaces.
@Suite struct GeneratedTests {
    private let folder = URL(filePath: #filePath)
        .deletingLastPathComponent()
        .appending(path: "../../../Sources/StateProtocol/Generated")
        .standardized

    @Test func `the generated files are current`() throws {
        for (path, text) in try ProtocolSource(interfaces: StateInterfaces.texts).files() {
            let written = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            #expect(written == text, "run `make generate`: \(path) is out of date")
        }
    }

    @Test func `no other file is there`() throws {
        let generated = try ProtocolSource(interfaces: StateInterfaces.texts).files().keys
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(Set(paths.filter { $0.hasSuffix(".swift") }) == Set(generated))
    }
}
