// SPDX-License-Identifier: Apache-2.0
import StateClient

extension StateClient {
    func ownDevice() async throws(StateClientError) -> String {
        try await syncStatus().device
    }

    /// Throws a failure if the device is unknown.
    ///
    /// A forgotten device is known as long as it has resume points.
    func checkDevice(_ name: String) async throws {
        let known = try await deviceNames()
        guard !known.contains(name) else { return }
        let points = Continuation(client: self, device: name)
        guard try await points.points(limit: 1).isEmpty else { return }
        throw Failure(noDevice: name, among: known)
    }

    private func deviceNames() async throws(StateClientError) -> [String] {
        let own = try await ownDevice()
        do {
            return [own] + (try await devices()).map(\.device).filter { $0 != own }
        } catch .syncDisabled {
            return [own]
        }
    }
}

extension Failure {
    /// Creates the failure for an unknown device; `known` begins with this device.
    init(noDevice name: String, among known: [String]) {
        let advice: String
        if known.count > 1 {
            advice = Spelling.offer(for: name, of: known) + "“statectl sync devices” lists them"
        } else {
            advice = "this device is “\((known.first ?? "").visible)”"
        }
        self.init(.notThere, "there is no device “\(name.visible)”; \(advice)")
    }
}
