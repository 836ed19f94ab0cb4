import Testing

@testable import statectl

@Suite
struct GlobalOptionsTests {
    @Test(arguments: [
        (["--socket", "/s", "get", "a"], ["get", "--socket", "/s", "a"]),
        (["--json", "--socket=/s", "list"], ["list", "--json", "--socket=/s"]),
        (["get", "--socket", "/s", "a"], ["get", "--socket", "/s", "a"]),
        (["--socket"], ["--socket"]),
        (["--json", "--help"], ["--json", "--help"]),
        ([], []),
    ])
    func `options before the command are the command's`(given: [String], meant: [String]) {
        #expect(GlobalOptions.behindCommand(given) == meant)
    }
}
