// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// The same code as `varlink-fuzz`, for as long as a test may take.
@Suite("Fuzzing") struct FuzzTests {
    @Test(arguments: 0..<4)
    func `damaged messages neither crash nor confuse the readers`(_ share: Int) throws {
        let fuzzer = try Fuzzer(definitions: InterfaceFile.all().map(\.text), seed: 20)
        for number in share * 5_000..<(share + 1) * 5_000 {
            let input = fuzzer.input(number)
            if let failure = input.failure() {
                Issue.record("\(failure): varlink-fuzz --replay \(input.replay)")
                return
            }
        }
    }

    @Test func `the same seed and number give the same input`() throws {
        let definitions = try InterfaceFile.all().map(\.text)
        let one = try Fuzzer(definitions: definitions, seed: 1)
        let same = try Fuzzer(definitions: definitions, seed: 1)
        let other = try Fuzzer(definitions: definitions, seed: 2)
        let bytes = { (fuzzer: Fuzzer) in (0..<50).map { fuzzer.input($0).bytes } }
        #expect(bytes(one) == bytes(same))
        #expect(bytes(one) != bytes(other))
        #expect(Set((0..<200).map { one.input($0).target }) == Set(FuzzTarget.allCases))
    }

    @Test func `a printed input can be parsed again`() throws {
        let input = FuzzInput(target: .client, bytes: [0, 0x7F, 0xFF])
        #expect(input.replay == "client:007fff")
        #expect(FuzzInput(replay: "client:007fff")?.bytes == input.bytes)
        #expect(FuzzInput(replay: "client:007ff") == nil)
        #expect(FuzzInput(replay: "other:00") == nil)
    }
}
