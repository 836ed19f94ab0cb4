// SPDX-License-Identifier: Apache-2.0
import StateClient

extension StateClient {
    static let maximumRemoved = 100

    func points(_ conditions: Playback.List.Parameters = .init()) async throws -> [ResumePoint] {
        var bar = ProgressBar("look up")
        var points: [ResumePoint] = []
        try await PointPages(client: self, conditions).readAll { page in
            points += page.points
            bar.showTime("\(points.count) found")
            return true
        }
        return points
    }

    static func known<Value>(
        _ call: @autoclosure () async throws(StateClientError) -> Value
    ) async throws(StateClientError) -> Value? {
        do {
            return try await call()
        } catch .notFound, .expired, .alertNotFound, .entryNotFound {
            return nil
        }
    }
}
