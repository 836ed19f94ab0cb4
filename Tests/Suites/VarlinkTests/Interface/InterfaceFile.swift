// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A definition that lies in the repository.
struct InterfaceFile: Sendable, CustomTestStringConvertible {
    /// The file's name without `.varlink`.
    let name: String
    /// What stands in it.
    let text: String

    var testDescription: String { name }

    /// Our own five.
    static func all() throws -> [InterfaceFile] {
        let folder = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/StateProtocol/Interfaces")
        return try FileManager.default
            .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "varlink" }
            .map { file in
                InterfaceFile(
                    name: file.deletingPathExtension().lastPathComponent,
                    text: try String(contentsOf: file, encoding: .utf8)
                )
            }
    }
}
