// SPDX-License-Identifier: Apache-2.0
import Varlink

/// Serves org.varlink.certification.
final class CertificationServer: ServerHandler {
    private let transport: any ServerTransport
    private let directory = ServiceDirectory(
        vendor: "stated",
        product: "varlink-certification",
        version: "1",
        url: "https://varlink.org",
        interfaces: [certificationInterface]
    )
    private var certification: Certification

    init(transport: any ServerTransport) throws {
        self.transport = transport
        certification = try Certification()
    }

    func opened(_ connection: ConnectionID, peer: PeerCredentials) -> Admission { .admitted }

    func received(_ call: Call, from connection: ConnectionID) -> CallDisposition {
        let answer =
            directory.answer(call)
            ?? certification.answer(call) {
                String(UInt64.random(in: .min ... .max), radix: 16)
            }
        if !call.oneway { transport.send(answer, to: connection) }
        return .next
    }

    func becameWritable(_ connection: ConnectionID) {}

    func closed(_ connection: ConnectionID) {}

    func turnEnded() {}

    func woken() {}
}
