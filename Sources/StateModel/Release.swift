/// The release: one version for all programs.
package enum Release {
    /// The version, in the form of semantic versioning.
    package static let version = "0.1.0"
}
