// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import NIOCore
internal import NIOSSL
internal import Synchronization
internal import SystemSupport

/// The certificate and the key for TLS.
///
/// Certificates are renewed every few weeks, so the files are read again after they were replaced.
final class TLSIdentity: Sendable {
    private struct State {
        var context: NIOSSLContext
        var stamps: [FileStamp?]
        var lastLook: NIODeadline
    }

    private static let lookInterval = TimeAmount.seconds(10)

    private let certificate: String
    private let key: String
    private let state: Mutex<State>

    /// Reads the certificate and the key; throws an error if they cannot be read or do not match.
    init(certificate: String, key: String) throws(WebServer.Refusal) {
        self.certificate = certificate
        self.key = key
        let context = try Self.context(certificate, key)
        let stamps = [certificate, key].map(FileStamp.init(path:))
        state = Mutex(State(context: context, stamps: stamps, lastLook: .now()))
    }

    /// Returns a handler for a new connection.
    ///
    /// If replaced files are invalid, `complaint` is called, and the previous certificate remains
    /// in use.
    func handler(complaint: (String) -> Void) -> NIOSSLServerHandler {
        state.withLock { state in
            guard state.lastLook + Self.lookInterval < .now() else {
                return NIOSSLServerHandler(context: state.context)
            }
            state.lastLook = .now()
            let stamps = [certificate, key].map(FileStamp.init(path:))
            if stamps != state.stamps {
                do throws(WebServer.Refusal) {
                    state.context = try Self.context(certificate, key)
                    state.stamps = stamps
                } catch {
                    complaint(error.description)
                }
            }
            return NIOSSLServerHandler(context: state.context)
        }
    }

    private static func context(
        _ certificate: String,
        _ key: String
    ) throws(WebServer.Refusal) -> NIOSSLContext {
        for path in [certificate, key] where access(path, R_OK) != 0 {
            throw WebServer.Refusal("cannot read \(path): \(String(cString: strerror(errno)))")
        }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate)
            let key = try NIOSSLPrivateKey(file: key, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) },
                privateKey: .privateKey(key)
            )
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw WebServer.Refusal(
                "the certificate \(certificate) and the key \(key) cannot be used for TLS: \(error)"
            )
        }
    }
}
