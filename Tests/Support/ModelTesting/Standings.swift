// SPDX-License-Identifier: Apache-2.0
package import StateModel

extension Standing {
    /// Creates the standing of a resume point that no undo restored.
    package init(point: ResumePoint, own: Bool) {
        self.init(
            status: point.status,
            position: point.position,
            duration: point.duration,
            reading: point.reading,
            observedAt: point.at,
            own: own,
            chosenAt: nil
        )
    }
}
