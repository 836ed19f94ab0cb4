internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateTesting
internal import Testing
internal import Varlink

@testable internal import StateServices
@testable internal import StateStore

@Suite("Findings about storage")
struct StorageFindingTests {
    private let damaged = StorageFinding(title: "Damaged", message: "/s/state.db lost a page")

    private func report(_ finding: StorageFinding, to world: World) throws {
        try #require(world.services.tenants[1]).report(finding, now: world.now)
        world.wake(after: 0)
    }

    private func listed(_ world: World) throws -> [Alert] {
        try world.connect().call(Session.ListAlerts.self, NoMembers()).alerts
    }

    private func health(_ world: World) throws -> Health {
        try world.connect().call(Service.GetHealth.self, NoMembers()).health
    }

    private func dismiss(_ id: Int, in world: World) throws {
        _ = try world.connect().call(
            Session.DismissAlert.self,
            Session.DismissAlert.Parameters(id: id)
        )
    }

    @Test func `a finding stands in health and as an alert, over restarts, until dismissed`()
        throws
    {
        let world = try World()
        let watcher = world.connect()
        watcher.subscribe()
        _ = try watcher.received()
        try report(damaged, to: world)
        #expect(try watcher.changes() == ["alert "])
        try world.restart()
        world.pass(400 * 86_400_000)
        #expect(try health(world).status == .degraded)
        #expect(try health(world).problems == [damaged.message])
        let alert = try #require(try listed(world).first)
        #expect(alert.kind == .storageFailed && !alert.retryable)
        #expect(alert.title == damaged.title && alert.message == damaged.message)
        try dismiss(alert.id, in: world)
        #expect(try health(world).problems == [])
        #expect(try health(world).status == .ok)
        try world.restart()
        #expect(try health(world).problems == [])
        #expect(try listed(world).isEmpty)
    }

    @Test func `the same finding is not raised twice while it stands, but once it is over`()
        throws
    {
        let world = try World()
        for _ in 1...3 { try report(damaged, to: world) }
        try world.restart()
        try report(damaged, to: world)
        #expect(try listed(world).count == 1)
        try dismiss(try #require(try listed(world).first).id, in: world)
        try report(damaged, to: world)
        #expect(try listed(world).count == 1)
        #expect(try health(world).problems == [damaged.message])
    }

    @Test func `a finding that grows takes the place of what it said before`() throws {
        let world = try World()
        for count in 1...3 {
            let finding = StorageFinding(
                title: "Rows are damaged",
                message: "\(count) rows",
                replacesTitle: true
            )
            try report(finding, to: world)
        }
        #expect(try listed(world).map(\.message) == ["3 rows"])
        #expect(try health(world).problems == ["3 rows"])
    }

    @Test func `while nothing can be written it is in health, and its alert follows`() throws {
        let world = try World()
        let player = world.connect()
        try player.save("a", 100)
        let file = try StoreFile(path: world.directory.file("state.db"))
        try RawSQLite.execute(
            """
            CREATE TRIGGER bad_disk BEFORE INSERT ON change
            BEGIN SELECT RAISE(ROLLBACK, 'bad disk'); END
            """,
            on: file.handle
        )
        try report(damaged, to: world)
        #expect(throws: StateError.self) { try player.save("a", 1) }
        #expect(try health(world).problems.first == damaged.message)
        #expect(try listed(world).map(\.title) == ["Positions are not being saved"])
        world.pass(60_000)
        #expect(try health(world).problems.first == damaged.message)
        try RawSQLite.execute("DROP TRIGGER bad_disk", on: file.handle)
        world.pass(10_000)
        #expect(try listed(world).map(\.message) == [damaged.message])
        #expect(try health(world).problems == [damaged.message])
        try world.restart()
        #expect(try listed(world).map(\.message) == [damaged.message])
    }

    @Test func `other alerts push no finding out, and findings are bounded`() throws {
        let world = try World()
        let client = world.connect()
        try report(damaged, to: world)
        for number in 0..<300 {
            let gone = Session.ReportUnavailable.Parameters(
                player: "mpv",
                item: "item \(number)",
                reason: nil
            )
            _ = try client.call(Session.ReportUnavailable.self, gone)
        }
        #expect(try health(world).problems == [damaged.message])
        for number in 0..<100 {
            try report(StorageFinding(title: "Damaged", message: "page \(number)"), to: world)
        }
        let standing = try health(world).problems
        #expect(standing == (100 - Tenant.findingLimit..<100).map { "page \($0)" })
    }
}
