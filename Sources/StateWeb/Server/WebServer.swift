// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import HummingbirdCore
package import Logging
internal import NIOCore
internal import NIOHTTPTypes
internal import NIOPosix
internal import ServiceLifecycle
package import StateConfiguration
internal import StateSystem
internal import SystemSupport
internal import VarlinkNIO

/// The web server, which serves browsers and programs over HTTP with the permissions of its user.
package struct WebServer: Service {
    package enum Listener: Sendable {
        case configured
        case inherited(descriptor: Int32)
    }

    package struct Refusal: Error, CustomStringConvertible {
        /// The reason and the remedy, as a sentence.
        package let description: String
        /// True if another attempt may succeed without a change of the configuration.
        package let isPassing: Bool

        package init(_ description: String, isPassing: Bool = false) {
            self.description = description
            self.isPassing = isPassing
        }
    }

    /// The maximum memory of request bodies that are being received, except uploads, in bytes.
    private static let bodyMemory = 32 << 20
    /// The maximum memory of unread output, in bytes.
    private static let unreadMemory = 64 << 20

    private let listener: Listener
    private let daemon: String
    let settings: WebConfiguration
    private let version: String
    let logger: Logger
    private let onReady: @Sendable (String) -> Void

    /// Creates a server that is not yet listening.
    ///
    /// `daemon` is the path of the daemon's socket. `onReady` is called with the server's URL once
    /// connections are accepted.
    package init(
        _ listener: Listener,
        daemon: String,
        settings: WebConfiguration,
        version: String,
        logger: Logger,
        onReady: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.listener = listener
        self.daemon = daemon
        self.settings = settings
        self.version = version
        self.logger = logger
        self.onReady = onReady
    }

    /// Runs the server until it is stopped.
    ///
    /// Throws ``Refusal`` if the settings or the address are not usable, or an error of the socket.
    package func run() async throws {
        let address: WebAddress
        let descriptor: Int32
        switch listener {
        case .inherited(let inherited):
            guard let own = ListeningSocket.address(of: inherited) else {
                throw Refusal("the inherited socket is not a TCP socket: repair stated-web.socket")
            }
            (descriptor, address) = (inherited, own)
            _ = try WebExposure.of(address, settings, hostName: Machine.hostName)
        case .configured:
            // This check precedes the opening of the socket, because a forbidden address must not
            // accept clients even for a moment.
            _ = try WebExposure.of(settings.listen, settings, hostName: Machine.hostName)
            descriptor = try ListeningSocket.open(settings.listen)
            address = ListeningSocket.address(of: descriptor) ?? settings.listen
        }
        let exposure = try WebExposure.of(
            address,
            settings,
            hostName: Machine.hostName,
            ownAddress: ListeningSocket.ownAddress
        )
        let identity = try tlsIdentity()
        let group = try MultiThreadedEventLoopGroup.ofOneThread()
        let signInGroup = try MultiThreadedEventLoopGroup.ofOneThread()
        let context = context(exposure, on: group.next(), signingInOn: signInGroup.next())
        // Tasks run on the event loop of the connections, where most of their work takes place.
        try await withTaskExecutorPreference(TaskThread(group.next())) {
            try await serve(descriptor, context, identity, on: group) {
                let url = exposure.url(at: address)
                logger.notice("ready", metadata: ["url": "\(url)", "port": "\(address.port)"])
                onReady(url)
            }
        }
        try await signInGroup.shutdownGracefully()
        try await group.shutdownGracefully()
    }

    private func tlsIdentity() throws(Refusal) -> TLSIdentity? {
        guard settings.certificate != nil || settings.key != nil else { return nil }
        guard let certificate = settings.certificate, let key = settings.key else {
            throw Refusal(
                "TLS needs both web.cert and web.key, and only one is set: set the other as well"
            )
        }
        let directory = CredentialPath.directory
        return try TLSIdentity(
            certificate: CredentialPath.resolve(certificate, in: directory),
            key: CredentialPath.resolve(key, in: directory)
        )
    }

    private func signIn(on loop: any EventLoop) -> SignIn {
        SignIn(
            on: loop,
            SignInFile(path: settings.sessions),
            lifetime: Int(settings.sessionLifetime / .seconds(1)),
            logger: logger,
            time: { Glibc.time(nil) }
        )
    }

    private func podcasts(
        _ link: DaemonLink,
        _ signIn: SignIn,
        on loop: any EventLoop
    ) -> PodcastServer {
        PodcastServer(
            on: loop,
            link,
            signIn,
            folder: Directory.parent(of: settings.sessions),
            logger: logger
        )
    }

    /// Returns the number of changes that wait for each podcast app, by the app's identity; `nil`
    /// if the daemon cannot be asked.
    ///
    /// The server need not run.
    package func waitingChanges() async -> [String: Int]? {
        guard let group = try? MultiThreadedEventLoopGroup.ofOneThread() else { return nil }
        let server = podcasts(
            DaemonLink(socket: daemon),
            signIn(on: group.next()),
            on: group.next()
        )
        let waiting = try? await server.waiting()
        try? await group.shutdownGracefully()
        return waiting
    }

    private func context(
        _ exposure: WebExposure,
        on loop: any EventLoop,
        signingInOn signInLoop: any EventLoop
    ) -> WebContext {
        let link = DaemonLink(socket: daemon)
        let name = daemon.split(separator: "/").last.map(String.init) ?? daemon
        let relief = MemoryReturn(on: loop)
        let signIn = self.signIn(on: signInLoop)
        return WebContext(
            link: link,
            catalogue: InterfaceCatalogue(socket: name, version: version),
            exposure: exposure,
            isBehindProxy: settings.isBehindProxy,
            streams: OpenStreams(
                on: loop,
                limit: settings.streams,
                clientLimit: settings.streamsPerClient
            ),
            signIn: signIn,
            podcasts: podcasts(link, signIn, on: signInLoop),
            readers: ReaderServer(link),
            admission: Admission(requestsPerSecond: settings.requestsPerSecond),
            bodies: MemoryBudget(limit: Self.bodyMemory, relief: relief),
            unread: MemoryBudget(limit: Self.unreadMemory, relief: relief),
            relief: relief
        )
    }
}
