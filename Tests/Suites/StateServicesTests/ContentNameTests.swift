// SPDX-License-Identifier: Apache-2.0
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import Testing

/// Paths at which one film follows another.
@Suite struct `A name for contents` {
    private let client: Client
    private let harness: ServicesHarness

    init() throws {
        harness = try ServicesHarness()
        client = harness.connect()
    }

    private func name(_ item: String, _ alias: String) throws {
        _ = try client.call(Playback.AddAlias.self, .init(item: item, alias: alias))
    }

    private func names(of item: String) throws -> [String] {
        try client.call(Playback.ListAliases.self, ItemParameters(item: item)).aliases
    }

    @Test func `a content key of a finished film does not go to the next film at its path`() throws
    {
        try client.save("/v/a", 50, duration: 100)
        try name("/v/a", "content:1-a")
        try client.save("/v/a", 100, .finished, duration: 100)
        try client.save("/v/a", 7, duration: 900)
        try name("/v/a", "content:2-b")
        #expect(try names(of: "/v/a") == ["content:2-b"])
        #expect(throws: StateError.self) { try client.get("content:1-a") }
        #expect(try client.get("content:2-b").position == 7)
    }

    @Test func `a content key is kept if there is no room for another alias`() throws {
        try client.save("/v/a", 50, duration: 900)
        try client.save("content:2-b", 70, duration: 900)
        try name("/v/a", "content:1-a")
        for number in 1...126 { try name("/v/a", "/v/a\(number)") }
        for number in 1...2 { try name("content:2-b", "/v/b\(number)") }
        #expect(throws: StateError.self) { try name("/v/a", "content:2-b") }
        #expect(try names(of: "/v/a").contains("content:1-a"))
        #expect(try client.get("content:1-a").position == 50)
        #expect(try client.get("content:2-b").position == 70)
    }

    @Test func `a path that gets other contents loses its former content key`() throws {
        try client.save("/v/a", 50, duration: 100)
        try name("/v/a", "content:1-a")
        try client.save("content:3-c", 70, duration: 300)
        try name("content:3-c", "/v/a")
        #expect(try names(of: "content:3-c") == ["/v/a"])
        #expect(throws: StateError.self) { try client.get("content:1-a") }
    }

    @Test func `a content key loses its paths once its film is finished`() throws {
        try client.save("content:3-c", 70, duration: 300)
        try name("content:3-c", "/v/a")
        try client.save("/v/a", 300, .finished, duration: 300)
        try client.save("/v/a", 7, duration: 900)
        #expect(throws: StateError.self) { try client.get("content:3-c") }
        #expect(try client.get("/v/a").item == "/v/a")
    }
}
