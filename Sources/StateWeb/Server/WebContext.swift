// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import SystemSupport
internal import VarlinkNIO

struct WebContext: Sendable {
    let link: DaemonLink
    let catalogue: InterfaceCatalogue
    let exposure: WebExposure
    /// True if clients' addresses are taken from a proxy's header.
    let isBehindProxy: Bool
    let streams: OpenStreams
    let signIn: SignIn
    let podcasts: PodcastServer
    let logins = LoginFlows()
    let readers: ReaderServer
    let admission: Admission
    /// The memory budget for request bodies that are being received, except uploads.
    let bodies: MemoryBudget
    /// The memory budget for output that clients have not read yet.
    let unread: MemoryBudget
    /// The service that returns the memory of ended connections to the system.
    let relief: MemoryReturn
    let files = PageFiles()
}

extension WebContext {
    /// Returns the identity of the client that made a request; throws an error if the sign-in
    /// record cannot be read.
    func identity(
        of request: Request,
        on channel: any Channel
    ) async throws(SystemError) -> ClientIdentity {
        guard exposure.needsSignIn else { return .local }
        let cookie = SessionCookie(
            cookie: request.headers[.cookie],
            authorization: request.headers[.authorization]
        )
        if let session = try await signIn.session(of: cookie) { return .session(session) }
        return .anonymous(address: address(of: request, on: channel))
    }

    /// Returns the client's address, which comes from a header if the server is behind a proxy.
    func address(of request: Request, on channel: any Channel) -> String {
        if isBehindProxy, let last = request.header("X-Forwarded-For")?.split(separator: ",").last {
            return ClientAddress.text(forwarded: last.filter { $0 != " " })
        }
        return ClientAddress.text(of: channel.remoteAddress)
    }
}
