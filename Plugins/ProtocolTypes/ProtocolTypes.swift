// SPDX-License-Identifier: Apache-2.0
import PackagePlugin

/// Writes the Swift types of a target's interfaces when it is built.
@main struct ProtocolTypes: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let interfaces = target.sourceModule?.sourceFiles(withSuffix: "varlink").map(\.url) ?? []
        let names = interfaces.map { $0.deletingPathExtension().pathExtension }
        let outputs = (names + ["StateError", "StateInterfaces+Methods"]).map {
            context.pluginWorkDirectoryURL.appending(path: "\($0).swift")
        }
        return [
            .buildCommand(
                displayName: "Writing the types of \(names.joined(separator: ", "))",
                executable: try context.tool(named: "generate-protocol").url,
                arguments: ([context.pluginWorkDirectoryURL] + interfaces).map {
                    $0.path(percentEncoded: false)
                },
                inputFiles: interfaces,
                outputFiles: outputs
            )
        ]
    }
}
