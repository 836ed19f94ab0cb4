// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A player of its own: in your package, name the repository's URL instead of the path.
let package = Package(
    name: "player",
    dependencies: [.package(name: "stated", path: "../../..")],
    targets: [
        .executableTarget(
            name: "player",
            dependencies: [.product(name: "StateClient", package: "stated")]
        ),
        .testTarget(
            name: "PlayerTests",
            dependencies: [
                .product(name: "StateClient", package: "stated"),
                .product(name: "StateTestKit", package: "stated"),
                // The clocks and disks of the daemons.
                .product(name: "state-test-machine", package: "stated"),
            ]
        ),
    ]
)
