// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import SystemSupport

extension SignIn {
    enum Proof {
        case password(name: String, AppPassword)
        case cookie(name: String, token: String)
        case reader(name: String, key: String)

        var name: String {
            switch self {
            case .password(let name, _), .cookie(let name, _), .reader(let name, _): name
            }
        }
    }

    /// Returns the ID of the client that presents a proof; `nil` if the proof is wrong.
    func client(_ proof: Proof, program: String?) throws(SystemError) -> String? {
        try refresh()
        guard let client = record.clients.first(where: { $0.name == proof.name }) else {
            return nil
        }
        let isRight =
            switch proof {
            case .password(_, let password): password.hash == client.hash
            case .cookie(_, let token): AppPassword.hash(ofCookie: token) == client.cookieHash
            case .reader(_, let key): client.readerHashes.contains(AppPassword.hash(ofKey: key))
            }
        guard isRight else { return nil }
        note(client, program: program)
        return client.id
    }

    var clients: Set<String> {
        get throws(SystemError) {
            try refresh()
            return Set(record.clients.map(\.id))
        }
    }

    /// Returns the delay before the answer to a wrong password, by address; `nil` for the first
    /// few.
    func delay(after address: String, at now: Duration) -> Duration? {
        failures.delay(address, at: now)
    }

    /// Adds a client whose sign-in the user has confirmed in a browser; returns `nil` if that
    /// fails.
    func addClient(program: String) -> (name: String, password: AppPassword)? {
        do throws(SystemError) {
            let password = AppPassword()
            let now = time()
            let name = try file.update { record -> String? in
                let name = record.freeName(for: program)
                return record.add(.init(name, password, program: program, at: now)) ? name : nil
            }
            return name.map { ($0, password) }
        } catch {
            logger.error("cannot add a client", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    private func note(_ client: SignInRecord.Client, program: String?) {
        let now = time()
        let program = program ?? client.program
        guard client.lastSeenAt + Self.noteInterval <= now || client.program != program else {
            return
        }
        // If this update is lost, only the displayed time is outdated.
        try? file.update { record in
            for index in record.clients.indices where record.clients[index].name == client.name {
                record.clients[index].lastSeenAt = now
                record.clients[index].program = program
            }
        }
    }
}
