// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import ServiceLifecycle
internal import StateServices
internal import StateSystem
internal import SyncModel
internal import VarlinkNIO

/// A service that syncs a remote store with the store of the user that the daemon runs as.
struct SyncService: Service {
    let server: VarlinkServer<Services>
    let mailbox: SyncMailbox
    let maker: RemoteMaker
    let options: SyncOptions
    var clocks: any MachineClocks = KernelClocks()
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown { await sync() }
        try? await gracefulShutdown()
    }

    /// Runs sessions one after another until the task is cancelled.
    private func sync() async {
        while !Task.isCancelled {
            guard let selection = mailbox.selection else {
                await waitForRemote()
                continue
            }
            let url = selection.address.text
            let found = try? await server.submit { $0.syncContext(for: url) }
            guard let context = found ?? nil else {
                // There is no store at the moment, perhaps because it is being replaced.
                try? await server.clock.sleep(for: .seconds(5))
                continue
            }
            await session(with: selection, context).run()
        }
    }

    private func session(
        with selection: SyncMailbox.Selection,
        _ context: Services.SyncContext
    ) -> SyncSession {
        let address = selection.address
        let acceptsOther = mailbox.takeAcceptance()
        let user = RemoteUser(
            origin: context.origin,
            known: acceptsOther ? nil : context.remote,
            store: context.store,
            files: address.files
        )
        let remote = GuardedRemote(
            maker(address, user),
            at: address.text,
            store: context.store,
            monitor: context.monitor,
            logger: logger
        )
        return SyncSession(of: self, with: selection, context, remote, acceptsOther: acceptsOther)
    }

    private func waitForRemote() async {
        for await request in mailbox.requests where request.content == .service(.restart) { return }
        // The stream of requests ends when the task is cancelled.
        try? await server.clock.sleep(for: .seconds(1))
    }
}
