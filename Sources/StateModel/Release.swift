/// What is released: one version for all programs.
package enum Release {
    /// The version, as semantic versioning has it.
    package static let version = "0.1.0"
}
