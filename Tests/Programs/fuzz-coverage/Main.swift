// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import FuzzTesting
import Glibc
import StateProtocol
import StateTesting

/// Lets libFuzzer drive the reader that the variable `READER` names: `fuzz-coverage FOLDER…`.
///
/// The first folder receives the inputs that run new code, and the valid inputs of the interfaces.
/// libFuzzer starts this program again to merge inputs, so its arguments are passed on unchanged.
@main
enum CoverageFuzz {
    private static let reader: FuzzReader = {
        let name = getenv("READER").map { String(cString: $0) }
        guard let reader = FuzzReader.all.first(where: { $0.name == name }) else {
            fatalError("set READER to one of " + FuzzReader.all.map(\.name).joined(separator: ", "))
        }
        return reader
    }()

    static func main() throws {
        if let folder = CommandLine.arguments.dropFirst().first, !folder.hasPrefix("-") {
            for (number, input) in try valid().enumerated() {
                try Data(input).write(to: URL(filePath: "\(folder)/valid-\(number)"))
            }
        }
        var arguments = CommandLine.unsafeArgv
        var count = CommandLine.argc
        exit(runDriver(&count, &arguments, read))
    }

    /// Returns valid inputs that follow from the interfaces.
    private static func valid() throws -> [[UInt8]] {
        let corpus = try FuzzCorpus(StateInterfaces.texts, seed: 1, variants: 1)
        switch reader.name {
        case "json": return corpus.calls
        case "server": return corpus.calls.map { $0 + [0] }
        case "parameters":
            return StateInterfaces.methods.enumerated().flatMap { index, method in
                let prefix = Array("{\"method\":\"\(method.name)\",\"parameters\":".utf8)
                return corpus.calls.filter { $0.starts(with: prefix) }
                    .map { [UInt8(index)] + $0.dropFirst(prefix.count) }
            }
        default: return []
        }
    }

    /// Ends the process if the reader violates a property for the input.
    fileprivate static func check(_ bytes: [UInt8]) {
        if let failure = reader.check(bytes) { fatalError("\(reader.name): \(failure)") }
    }
}

private func read(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    CoverageFuzz.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

/// libFuzzer's entry point for programs that have a `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
