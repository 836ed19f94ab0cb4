// SPDX-License-Identifier: Apache-2.0
import Foundation

// Writes Sources/StateProtocol/Generated; runs in the root of the package.
let target = URL(filePath: "Sources/StateProtocol", directoryHint: .isDirectory)
let interfaces = try ProtocolSource.interfaceFiles.map { name in
    try String(contentsOf: target.appending(path: "Interfaces/\(name)"), encoding: .utf8)
}
for (path, text) in try ProtocolSource(interfaces: interfaces).files() {
    let file = target.appending(path: "Generated/\(path)")
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
}
