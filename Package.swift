// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// What every target is built with: warnings fail the build, imports are the true dependency list.
let house: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The pure layer may not touch memory by hand either.
let pure: [SwiftSetting] = house + [.strictMemorySafety()]

let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
]
/// The commit of the working copy, for `--version`; none where there is no git.
let commit: [CSetting] =
    Context.gitInformation.map { git in
        let name = git.currentCommit.prefix(8) + (git.hasUncommittedChanges ? "+" : "")
        return [.define("STATED_COMMIT", to: "\"\(name)\"")]
    } ?? []

let arguments: Target.Dependency = .product(
    name: "ArgumentParser",
    package: "swift-argument-parser"
)
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

/// Plugins that only `make docs` needs.
let plugins: [Package.Dependency] =
    Context.environment["STATED_DOCS"] == nil
    ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

/// Returns a target of tests.
func suite(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        path: "Tests/Suites/\(name)",
        swiftSettings: house
    )
}

let package = Package(
    name: "stated",
    products: [
        .library(name: "StateClient", targets: ["StateClient"]),
        .executable(name: "stated", targets: ["stated"]),
        .executable(name: "statectl", targets: ["statectl"]),
        .executable(name: "stated-mpris", targets: ["stated-mpris"]),
        .executable(name: "stated-web", targets: ["stated-web"]),
        // Preloaded into daemons by the crash test alone.
        .library(name: "crash-faults", type: .dynamic, targets: ["CrashFaults"]),
        // Preloaded into daemons by the allocation test alone.
        .library(name: "allocation-count", type: .dynamic, targets: ["AllocationCount"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        // swift-nio is built with it already.
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(
            url: "https://github.com/apple/swift-configuration",
            from: "1.4.0",
            traits: ["YAML"]
        ),
        // The web server alone: HTTP and TLS.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            from: "2.28.1",
            traits: []
        ),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        // swift-configuration reads YAML with it, and does not tell on which line a key stands.
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ] + plugins,
    targets: [
        // Layer 0: pure. SyncModel and PlayerKit build on the values of StateModel.
        .target(name: "StateModel", swiftSettings: pure),
        .target(name: "SyncModel", dependencies: ["StateModel"], swiftSettings: pure),
        .target(name: "PlayerKit", dependencies: ["StateModel"], swiftSettings: pure),
        .target(name: "Varlink", swiftSettings: pure),
        // What several targets need of the machine: descriptors, errors, threads, sockets.
        .target(name: "CLinux"),
        .target(name: "SystemSupport", dependencies: ["CLinux"], swiftSettings: house),
        .target(name: "CRelease", cSettings: commit),
        .target(name: "StateRelease", dependencies: ["CRelease"], swiftSettings: house),
        // Writes StateProtocol/Generated; run by `make generate`.
        .executableTarget(
            name: "generate-protocol",
            dependencies: ["Varlink"],
            swiftSettings: house
        ),
        // Layer 1: one concern each; of its siblings, a target knows StateProtocol alone.
        .target(
            name: "StateStore",
            dependencies: ["StateModel", "SyncModel", "CSQLite"],
            swiftSettings: house
        ),
        .target(
            name: "StateProtocol",
            dependencies: ["StateModel", "SyncModel", "Varlink"],
            resources: [
                .embedInCode("Interfaces/io.stated.Events.varlink"),
                .embedInCode("Interfaces/io.stated.Playback.varlink"),
                .embedInCode("Interfaces/io.stated.Service.varlink"),
                .embedInCode("Interfaces/io.stated.Session.varlink"),
                .embedInCode("Interfaces/io.stated.Sync.varlink"),
            ],
            swiftSettings: house
        ),
        .target(
            name: "VarlinkNIO",
            dependencies: [
                "Varlink", "SystemSupport", "CLinux", logging,
                .product(name: "HeapModule", package: "swift-collections"),
            ] + nio,
            swiftSettings: house
        ),
        .target(
            name: "StateSync",
            dependencies: ["StateModel", "SyncModel", "StateProtocol"],
            swiftSettings: house
        ),
        .target(
            name: "RemoteFolder",
            dependencies: ["StateModel", "SyncModel", "SystemSupport", "CLinux"],
            swiftSettings: house
        ),
        // libnats, loaded by its name when somebody first connects.
        .target(name: "CNATS"),
        .target(
            name: "RemoteNATS",
            dependencies: ["StateModel", "SyncModel", "SystemSupport", "Varlink", "CNATS"],
            swiftSettings: house
        ),
        .systemLibrary(
            name: "CSystemd",
            pkgConfig: "libsystemd",
            providers: [.apt(["libsystemd-dev"])]
        ),
        // SQLite's interface, and what of it Swift cannot call.
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "StateSystem",
            dependencies: ["StateModel", "SystemSupport", "CSystemd", "CLinux", logging],
            swiftSettings: house
        ),
        .target(
            name: "PlayerMPV",
            dependencies: ["StateModel", "PlayerKit", "Varlink"],
            swiftSettings: pure
        ),
        .target(
            name: "PlayerMPRIS",
            dependencies: ["StateModel", "PlayerKit"],
            swiftSettings: pure
        ),
        // Layer 2: what the daemon offers, and what programs use.
        .target(
            name: "StateServices",
            dependencies: [
                "StateModel", "SyncModel", "Varlink", "StateStore", "StateProtocol", logging,
                "SystemSupport", "StateSystem", "StateSync",
            ],
            swiftSettings: house
        ),
        .target(
            name: "StateClient",
            dependencies: ["StateModel", "PlayerKit", "Varlink", "StateProtocol", "VarlinkNIO"],
            swiftSettings: house
        ),
        // What programs between a player and the daemon share: how they wait, and for what.
        .target(
            name: "StateBridge",
            dependencies: ["StateModel", "PlayerKit", "StateClient", "SystemSupport", "CLinux"],
            swiftSettings: house
        ),
        // What the file stated.yaml says; the daemon and the web server read it.
        .target(
            name: "StateConfiguration",
            dependencies: [
                "StateModel", "SyncModel", "SystemSupport", "StateSystem", logging,
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: house
        ),
        // Layer 3: assembly.
        .target(
            name: "StateDaemon",
            dependencies: [
                "StateModel", "SyncModel", "StateRelease", "Varlink", "StateStore",
                "StateProtocol", "VarlinkNIO", "SystemSupport", "StateSystem", "StateServices",
                "StateSync", "RemoteFolder", "RemoteNATS", "StateConfiguration", logging,
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: house
        ),
        // Layer 4: the programs.
        .executableTarget(
            name: "stated",
            dependencies: [
                "StateDaemon", "StateConfiguration", "StateRelease", "StateSystem", "VarlinkNIO",
                arguments,
            ],
            swiftSettings: house
        ),
        .executableTarget(
            name: "statectl",
            dependencies: [
                "StateModel", "StateRelease", "Varlink", "StateProtocol", "StateClient",
                "StateBridge", "PlayerKit", "PlayerMPV", arguments,
            ],
            swiftSettings: house
        ),
        // Apart from statectl, which is to start in no time, for libsystemd.
        .executableTarget(
            name: "stated-mpris",
            dependencies: [
                "StateModel", "StateRelease", "StateClient", "StateSystem", "StateBridge",
                "PlayerMPRIS", "SystemSupport", arguments,
            ],
            swiftSettings: house
        ),
        // Hashes of what clients show when they sign in; libcrypt is part of every system.
        .target(name: "CCrypt", linkerSettings: [.linkedLibrary("crypt")]),
        // QR codes.
        .target(name: "CQREncode", linkerSettings: [.linkedLibrary("qrencode")]),
        // The files of the page, as they are served.
        .target(name: "CWebPage", exclude: ["files"]),
        // HTTP for browsers and programs; a client of the daemon.
        .target(
            name: "StateWeb",
            dependencies: [
                "Varlink", "VarlinkNIO", "StateProtocol", "StateConfiguration", "SystemSupport",
                "StateSystem", "CLinux", "CWebPage", "CCrypt", "CQREncode", logging,
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ] + nio,
            swiftSettings: house
        ),
        .executableTarget(
            name: "stated-web",
            dependencies: [
                "StateWeb", "StateConfiguration", "StateClient", "StateRelease", "StateSystem",
                "SystemSupport", "VarlinkNIO", arguments, logging,
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: house
        ),
        // The example of StateClient's documentation; it is a package of its own, too.
        .executableTarget(
            name: "example-player",
            dependencies: ["StateClient"],
            path: "etc/examples/player/Sources/player",
            swiftSettings: house
        ),
        // Shared fakes, and programs that only tests run.
        .target(
            name: "StateTesting",
            dependencies: ["ModelTesting", "StateModel", "Varlink"],
            path: "Tests/Support/StateTesting",
            swiftSettings: house
        ),
        // Typed numbers as literals.
        .target(
            name: "ModelTesting",
            dependencies: ["StateModel"],
            path: "Tests/Support/ModelTesting",
            swiftSettings: house
        ),
        .target(
            name: "ServiceTesting",
            dependencies: ["StateModel", "Varlink", "StateSystem"],
            path: "Tests/Support/ServiceTesting",
            swiftSettings: house
        ),
        .target(
            name: "NATSTesting",
            dependencies: ["StateTesting"],
            path: "Tests/Support/NATSTesting",
            swiftSettings: house
        ),
        .target(
            name: "SyncTesting",
            dependencies: ["StateModel", "SyncModel", "StateSync"],
            path: "Tests/Support/SyncTesting",
            swiftSettings: house
        ),
        .executableTarget(
            name: "varlink-certification",
            dependencies: [
                "Varlink", "VarlinkNIO", arguments,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Tests/Programs/varlink-certification",
            swiftSettings: house
        ),
        // Runs in network namespaces that tests make.
        .executableTarget(
            name: "network-watch",
            dependencies: ["StateSystem"],
            path: "Tests/Programs/network-watch",
            swiftSettings: house
        ),
        // A remote store that is reached over TCP, and a daemon that syncs with it.
        .executableTarget(
            name: "remote-server",
            dependencies: ["SyncTesting"],
            path: "Tests/Programs/tcp-remote/Server",
            swiftSettings: house
        ),
        .executableTarget(
            name: "networked-stated",
            dependencies: ["StateDaemon", "StateConfiguration", "StateSystem", "SyncTesting"],
            path: "Tests/Programs/tcp-remote/Daemon",
            swiftSettings: house
        ),
        .executableTarget(
            name: "varlink-fuzz",
            dependencies: ["StateProtocol", "StateTesting", arguments],
            path: "Tests/Programs/varlink-fuzz",
            swiftSettings: house
        ),
        .target(
            name: "Simulation",
            dependencies: [
                "StateModel", "SyncModel", "StateSync", "StateProtocol", "SyncTesting",
            ],
            path: "Tests/Programs/simulate/Model",
            swiftSettings: house
        ),
        .target(
            name: "RealSimulation",
            dependencies: [
                "Simulation", "StateModel", "SyncModel", "StateSync", "StateStore", "StateServices",
                "StateProtocol", "StateSystem", "StateTesting", "ServiceTesting", "Varlink",
                logging,
            ],
            path: "Tests/Programs/simulate/Real",
            swiftSettings: house
        ),
        .target(
            name: "NATSSimulation",
            dependencies: [
                "Simulation", "StateModel", "SyncModel", "StateSync", "SyncTesting", "RemoteNATS",
                "NATSTesting", "StateTesting",
            ],
            path: "Tests/Programs/simulate/NATS",
            swiftSettings: house
        ),
        .executableTarget(
            name: "simulate",
            dependencies: [
                "Simulation", "RealSimulation", "NATSSimulation", "StateModel", "StateSync",
                "SyncTesting", arguments,
            ],
            path: "Tests/Programs/simulate/Driver",
            swiftSettings: house
        ),
        suite(
            "SimulationTests",
            [
                "Simulation", "RealSimulation", "NATSSimulation", "ModelTesting", "StateModel",
                "SyncModel", "StateProtocol",
                "StateSync", "SyncTesting",
            ]
        ),
        .target(
            name: "CrashModel",
            dependencies: ["StateModel"],
            path: "Tests/Programs/crash-test/Model",
            swiftSettings: house
        ),
        .target(name: "CrashSystem", path: "Tests/Programs/crash-test/System"),
        .target(name: "CrashFaults", path: "Tests/Programs/crash-test/Faults"),
        .executableTarget(
            name: "players-cost",
            dependencies: ["StateTesting", "Varlink", arguments],
            path: "Tests/Programs/players-cost",
            swiftSettings: house
        ),
        .executableTarget(
            name: "backlog-test",
            dependencies: ["StateTesting", "Varlink", arguments],
            path: "Tests/Programs/backlog-test",
            swiftSettings: house
        ),
        .executableTarget(
            name: "scale-test",
            dependencies: ["StateTesting", arguments],
            path: "Tests/Programs/scale-test",
            swiftSettings: house
        ),
        .executableTarget(
            name: "web-load",
            dependencies: ["StateTesting", "Varlink", "WebTesting", arguments],
            path: "Tests/Programs/web-load",
            exclude: ["call.lua"],
            swiftSettings: house
        ),
        .executableTarget(
            name: "scale-out",
            dependencies: [
                "NATSTesting", "RemoteNATS", "StateModel", "StateTesting", "SyncModel", "Varlink",
                arguments,
            ],
            path: "Tests/Programs/scale-out",
            swiftSettings: house
        ),
        .executableTarget(
            name: "neighbours",
            dependencies: ["StateTesting", "Varlink", arguments],
            path: "Tests/Programs/neighbours",
            swiftSettings: house
        ),
        .executableTarget(
            name: "hostile",
            dependencies: [
                "ModelTesting", "StateTesting", "NATSTesting", "WebTesting", "StateConfiguration",
                "StateProtocol", "StateModel", "SyncModel", "RemoteFolder", "RemoteNATS",
                "Varlink", arguments,
            ],
            path: "Tests/Programs/hostile",
            swiftSettings: house
        ),
        .target(name: "AllocationCount", path: "Tests/Programs/allocation-test/Count"),
        .executableTarget(
            name: "allocation-test",
            dependencies: ["StateTesting", arguments],
            path: "Tests/Programs/allocation-test/Driver",
            swiftSettings: house
        ),
        .executableTarget(
            name: "crash-test",
            dependencies: [
                "CrashModel", "CrashSystem", "StateModel", "SyncModel", "StateStore",
                "StateServices",
                "StateProtocol", "StateSystem", "StateTesting", "RemoteFolder", "SyncTesting",
                "RemoteNATS", "NATSTesting",
                "Varlink", "VarlinkNIO", arguments, logging,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Tests/Programs/crash-test/Driver",
            swiftSettings: house
        ),
        suite("CrashModelTests", ["CrashModel", "ModelTesting", "StateModel"]),
        suite("StateModelTests", ["ModelTesting", "StateModel"]),
        suite("SyncModelTests", ["SyncModel", "ModelTesting", "StateModel"]),
        suite("PlayerKitTests", ["PlayerKit", "ModelTesting", "StateModel"]),
        suite("VarlinkTests", ["Varlink", "StateTesting"]),
        suite(
            "StateStoreTests",
            ["StateStore", "ModelTesting", "StateModel", "SyncModel", "StateTesting"]
        ),
        suite(
            "StateSyncTests",
            [
                "StateSync", "StateProtocol", "ModelTesting", "StateModel", "SyncModel",
                "SyncTesting",
            ]
        ),
        suite(
            "RemoteNATSTests",
            [
                "RemoteNATS", "NATSTesting", "ModelTesting", "SyncModel", "SyncTesting",
                "StateModel", "StateTesting",
            ]
        ),
        suite(
            "RemoteFolderTests",
            [
                "RemoteFolder", "StateSync", "ModelTesting", "StateModel", "SyncModel",
                "SyncTesting",
                "StateTesting",
            ]
        ),
        suite(
            "StateProtocolTests",
            [
                "StateProtocol", "ModelTesting", "StateModel", "Varlink", "StateTesting",
                "generate-protocol",
            ]
        ),
        suite("VarlinkNIOTests", ["VarlinkNIO", "Varlink", "StateTesting"]),
        suite(
            "StateSystemTests",
            [
                "StateSystem", "SystemSupport", "CLinux", "ModelTesting", "StateModel",
                "StateTesting",
            ]
        ),
        suite("PlayerMPVTests", ["PlayerMPV", "ModelTesting", "StateModel", "Varlink"]),
        suite("StateBridgeTests", ["StateBridge", "ModelTesting", "StateModel", "StateTesting"]),
        suite("PlayerMPRISTests", ["PlayerMPRIS", "ModelTesting", "StateModel"]),
        suite(
            "StateServicesTests",
            [
                "StateServices", "StateStore", "StateProtocol", "ModelTesting", "StateModel",
                "SyncModel",
                "Varlink", "StateTesting", "ServiceTesting", "StateSystem", logging,
            ]
        ),
        suite(
            "StateDaemonTests",
            [
                "StateDaemon", "StateConfiguration", "StateSystem", "SystemSupport",
                "StateServices", "StateStore", "StateProtocol",
                "StateClient", "ModelTesting", "StateModel", "Varlink", "VarlinkNIO",
                "StateTesting", logging,
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                "SyncModel", "StateSync", "SyncTesting", "RemoteFolder", "RemoteNATS",
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "ClientTesting",
            dependencies: ["Varlink", "VarlinkNIO", "StateTesting"],
            path: "Tests/Support/ClientTesting",
            swiftSettings: house
        ),
        suite(
            "StateClientTests",
            [
                "StateClient", "StateProtocol", "ModelTesting", "StateModel", "Varlink",
                "ClientTesting",
            ]
        ),
        suite(
            "statectlTests",
            [
                "statectl", "StateClient", "StateBridge", "StateProtocol", "ModelTesting",
                "StateModel", "StateRelease", "PlayerKit", "Varlink", "ClientTesting",
                "StateTesting", "NATSTesting", "RemoteFolder", "SyncModel", "SyncTesting",
                arguments,
            ]
        ),
        .target(
            name: "WebTesting",
            dependencies: ["StateTesting", "Varlink"],
            path: "Tests/Support/WebTesting",
            swiftSettings: house
        ),
        suite(
            "StateWebTests",
            [
                "StateWeb", "StateConfiguration", "StateProtocol", "StateSystem", "StateTesting",
                "SystemSupport", "Varlink", "VarlinkNIO", "WebTesting",
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ] + nio
        ),
        suite(
            "EndToEndTests",
            [
                "StateClient", "StateModel", "SyncModel", "StateProtocol", "Varlink",
                "StateTesting", "NATSTesting", "RemoteFolder", "SyncTesting",
            ]
        ),
    ]
)
