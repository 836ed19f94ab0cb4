// SPDX-License-Identifier: Apache-2.0
import Foundation

// Usage: generate-protocol FOLDER INTERFACE…; writes the Swift files for the interfaces to the
// folder.
let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
let interfaces = try CommandLine.arguments.dropFirst(2).map {
    try String(contentsOf: URL(filePath: $0), encoding: .utf8)
}
for (name, text) in try ProtocolSource(interfaces: interfaces).files() {
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
}
