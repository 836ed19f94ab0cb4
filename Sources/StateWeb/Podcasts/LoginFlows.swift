// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// The pending sign-ins of programs that a user confirms in a browser: Nextcloud's Login Flow v2.
actor LoginFlows {
    private struct Flow {
        /// The token in the URL that the user opens in the browser.
        let id: String
        let program: String
        let address: String
        let beganAt: Duration
        /// The name and the password; `nil` until the user has confirmed the sign-in.
        var grant: (name: String, password: AppPassword)?
    }

    private static let lifetime = Duration.seconds(1_200)
    private static let maximumFlows = 100
    private static let maximumPerAddress = 5

    private var flows: [String: Flow] = [:]

    /// Starts a sign-in; returns the program's token, and the token for the browser.
    ///
    /// If too many sign-ins are pending, of the address or in all, the oldest unconfirmed one ends:
    /// of this address, or else of the address with the most. Returns `nil` if there is none, or if
    /// the kernel provides no random numbers.
    func begin(
        program: String,
        from address: String,
        at now: Duration
    ) -> (token: String, id: String)? {
        endOld(at: now)
        let counts = Dictionary(grouping: flows.values, by: \.address).mapValues(\.count)
        let isCrowded = counts[address, default: 0] >= Self.maximumPerAddress
        if isCrowded || flows.count >= Self.maximumFlows {
            let waiting = flows.filter {
                $0.value.grant == nil && (!isCrowded || $0.value.address == address)
            }
            let order = { (flow: Flow) in (-counts[flow.address, default: 0], flow.beganAt) }
            guard let ended = waiting.min(by: { order($0.value) < order($1.value) }) else {
                return nil
            }
            flows[ended.key] = nil
        }
        let (token, id) = (Secret.token().text, Secret.token().text)
        flows[token] = Flow(id: id, program: program, address: address, beganAt: now)
        return (token, id)
    }

    /// Returns the program that a pending sign-in is for; `nil` if the sign-in has ended or is
    /// confirmed.
    func program(of id: String, at now: Duration) -> String? {
        endOld(at: now)
        return flows.values.first { $0.id == id && $0.grant == nil }?.program
    }

    /// Confirms a sign-in; returns false if it has ended or was already confirmed.
    func grant(
        _ id: String,
        _ name: String,
        _ password: AppPassword,
        at now: Duration
    ) -> Bool {
        guard program(of: id, at: now) != nil,
            let token = flows.first(where: { $0.value.id == id })?.key
        else { return false }
        flows[token]?.grant = (name, password)
        return true
    }

    /// Returns the name and the password to the program, once; `nil` before the confirmation.
    func result(
        for token: String,
        at now: Duration
    ) -> (name: String, password: AppPassword)? {
        endOld(at: now)
        guard let grant = flows[token]?.grant else { return nil }
        flows[token] = nil
        return grant
    }

    private func endOld(at now: Duration) {
        flows = flows.filter { $0.value.beganAt + Self.lifetime > now }
    }
}
