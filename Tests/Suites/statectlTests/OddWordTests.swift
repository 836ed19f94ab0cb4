// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ModelTesting
import Testing

@testable import statectl

/// Words with a dash at the beginning, which are neither options nor requests for help.
@Suite struct OddWordTests {
    /// The words of every command without subcommands, but for those whose words are mpv's.
    private static let commands = leaves(of: Statectl.self, [])
        .filter { $0 != ["play"] && $0 != ["player", "seek"] }

    private static func leaves(
        of command: any ParsableCommand.Type,
        _ words: [String]
    ) -> [[String]] {
        let children = command.configuration.subcommands
        guard !children.isEmpty else { return [words] }
        return children.flatMap { leaves(of: $0, words + [$0.configuration.commandName ?? ""]) }
    }

    /// Returns the failure with which the program ends; `nil` if it shows help or carries a command
    /// out.
    ///
    /// A debug build checks all commands at each parsing, which takes long.
    private func failure(_ words: [String]) async -> Failure? {
        await onOwnThread {
            do {
                let command = try Statectl.parseAsRoot(words)
                // The parser's command of that name shows the help.
                return "\(type(of: command))" == "HelpCommand" ? Usage.falseHelp(of: words) : nil
            } catch {
                guard Statectl.exitCode(for: error) == .success else {
                    return Usage.failure(Statectl.message(for: error), of: words)
                }
                return Usage.falseHelp(of: words)
            }
        }
    }

    @Test(arguments: ["-dash.mkv", "-h.mkv", "-hh", "-yh", "-xh", "-help", "-dog.mkv", "-9 h"])
    func `a file name that starts with a dash is refused, not taken for a request for help`(
        word: String
    ) async {
        #expect(Self.commands.count > 50)
        for command in Self.commands {
            for words in [command + [word], command + ["a", word], command + [word, "a"]] {
                let failure = await failure(words)
                #expect(failure?.status == .usage, "\(words)")
                let isOdd = failure?.message.hasPrefix(
                    "unknown option “\(word)”; for a file write ./"
                )
                #expect(isOdd == true, "\(words): \(failure?.message ?? "help")")
            }
        }
    }

    @Test func `a flag takes no file name that starts with a dash as its value`() async {
        #expect(
            await failure(["get", "--json", "-dash.mkv"])?.message.hasPrefix("unknown option “-d")
                == true
        )
        #expect(
            await failure(["clear", "-y", "-dash.mkv"])?.message.hasPrefix("unknown option “-d")
                == true
        )
        #expect(
            await failure(["list", "--since", "-5h", "x"])?.message.contains("argument “x”") == true
        )
    }

    @Test func `the error for a negative number says that it is negative`() async {
        for line in ["config set limits.points -1", "queue move p -12 2"] {
            let words = line.split(separator: " ").map(String.init)
            let message = await failure(words)?.message ?? ""
            #expect(message.contains("” is not allowed, because it is negative; see “"), "\(words)")
        }
    }

    @Test func `help is shown by -h, by --help, by the word help and without a command`() async {
        for command in Self.commands {
            for word in ["-h", "--help"] {
                #expect(await failure(command + [word]) == nil)
                #expect(await failure(command + ["-dash.mkv", word]) == nil)
            }
        }
        #expect(await failure(["help"]) == nil)
        #expect(await failure([]) == nil)
    }

    @Test(arguments: [
        ["get", "--", "-dash.mkv"], ["save", "x", "--position", "5", "--at", "-5h"],
        ["list", "--since", "-2h"], ["clear", "--all", "-y"], ["get", "./-dash.mkv"],
    ])
    func `values and names that may start with a dash are accepted`(words: [String]) throws {
        #expect(throws: Never.self) { try Statectl.parseAsRoot(words) }
    }
}
