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
let lifecycle: Target.Dependency = .product(
    name: "ServiceLifecycle",
    package: "swift-service-lifecycle"
)
let signals: Target.Dependency = .product(
    name: "UnixSignals",
    package: "swift-service-lifecycle"
)
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

/// Plugins that only `make docs` needs.
let plugins: [Package.Dependency] =
    Context.environment["STATED_DOCS"] == nil
    ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

/// The program that libFuzzer drives; `make fuzz-coverage` names the library that it links.
let fuzzed: [Target] =
    Context.environment["STATED_FUZZER"].map { library in
        [
            .executableTarget(
                name: "fuzz-coverage",
                dependencies: ["FuzzTesting", "StateProtocol", "StateTesting"],
                path: "Tests/Programs/fuzz-coverage",
                swiftSettings: house,
                linkerSettings: [.unsafeFlags([library]), .linkedLibrary("stdc++")]
            )
        ]
    } ?? []

/// Returns a target of `Sources`.
func module(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    settings: [SwiftSetting] = house
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// Returns a program of `Sources`.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: house)
}

/// Settings for the simulator: tests spend a fifth of their processor time in it, so that a debug
/// build optimises it as well.
let optimised = house + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Returns a target of tests.
func suite(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        path: "Tests/Suites/\(name)",
        swiftSettings: house
    )
}

/// Returns a target that tests and their programs share.
func support(
    _ name: String,
    _ dependencies: [Target.Dependency],
    settings: [SwiftSetting] = house
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Tests/Support/\(name)",
        swiftSettings: settings
    )
}

/// Returns a program that only tests run.
func trial(
    _ name: String,
    _ dependencies: [Target.Dependency],
    at path: String? = nil,
    exclude: [String] = []
) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: "Tests/Programs/\(path ?? name)",
        exclude: exclude,
        swiftSettings: house
    )
}

/// Returns a part of such a program.
func trialPart(
    _ name: String,
    _ dependencies: [Target.Dependency],
    at path: String
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Tests/Programs/\(path)",
        swiftSettings: optimised
    )
}

let package = Package(
    name: "stated",
    products: [
        .library(name: "StateClient", targets: ["StateClient"]),
        .executable(name: "stated", targets: ["stated"]),
        .executable(name: "statectl", targets: ["statectl"]),
        // The same program, which does what the name says that it is called by.
        .executable(name: "stated-mpris", targets: ["stated"]),
        .executable(name: "stated-web", targets: ["stated"]),
        .library(name: "StateTestKit", targets: ["StateTestKit"]),
        // Preloaded into daemons by StateTestKit.
        .library(name: "state-test-machine", type: .dynamic, targets: ["StateTestMachine"]),
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
        // The web server alone: HTTP and TLS.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            from: "2.28.1",
            traits: []
        ),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    ] + plugins,
    targets: [
        // Layer 0: pure. SyncModel and PlayerKit build on the values of StateModel.
        module("StateModel", settings: pure),
        module("SyncModel", ["StateModel"], settings: pure),
        module("PlayerKit", ["StateModel"], settings: pure),
        module("Varlink", settings: pure),
        // What several targets need of the machine: descriptors, errors, threads, sockets.
        .target(name: "CLinux"),
        module("SystemSupport", ["CLinux"]),
        .target(name: "CRelease", cSettings: commit),
        module("StateRelease", ["CRelease"]),
        // Writes the Swift types of the interfaces while StateProtocol is built.
        program("generate-protocol", ["Varlink"]),
        .plugin(
            name: "ProtocolTypes",
            capability: .buildTool(),
            dependencies: ["generate-protocol"]
        ),
        // Layer 1: one concern each; of its siblings, a target knows StateProtocol alone.
        module(
            "StateStore",
            [
                "StateModel", "SyncModel", "SystemSupport", "CSQLite",
                .product(name: "HeapModule", package: "swift-collections"),
            ]
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
            swiftSettings: house,
            plugins: ["ProtocolTypes"]
        ),
        module(
            "VarlinkNIO",
            [
                "Varlink", "SystemSupport", "CLinux", logging,
                .product(name: "HeapModule", package: "swift-collections"),
            ] + nio
        ),
        module("StateSync", ["StateModel", "SyncModel", "StateProtocol"]),
        module("RemoteFolder", ["StateModel", "SyncModel", "SystemSupport", "CLinux"]),
        // libnats, loaded by its name when somebody first connects.
        .target(name: "CNATS"),
        module("RemoteNATS", ["StateModel", "SyncModel", "SystemSupport", "Varlink", "CNATS"]),
        .systemLibrary(
            name: "CSystemd",
            pkgConfig: "libsystemd",
            providers: [.apt(["libsystemd-dev"])]
        ),
        // SQLite's interface, and what of it Swift cannot call.
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        module("StateSystem", ["StateModel", "SystemSupport", "CSystemd", "CLinux", logging]),
        module("PlayerMPV", ["StateModel", "PlayerKit", "Varlink"], settings: pure),
        module("PlayerMPRIS", ["StateModel", "PlayerKit"], settings: pure),
        // Podcast clients: actions, subscriptions and cursors as values.
        module("GPodder", ["StateModel", "PlayerKit", "Varlink"], settings: pure),
        // Layer 2: what the daemon offers, and what programs use.
        module(
            "StateServices",
            [
                "StateModel", "SyncModel", "Varlink", "StateStore", "StateProtocol", logging,
                "SystemSupport", "StateSystem", "StateSync",
            ]
        ),
        module(
            "StateClient",
            [
                "StateModel", "PlayerKit", "Varlink", "StateProtocol", "VarlinkNIO",
                "SystemSupport",
            ]
        ),
        // What programs between a player and the daemon share: how they wait, and for what.
        module(
            "StateBridge",
            ["StateModel", "PlayerKit", "StateClient", "SystemSupport", "CLinux"]
        ),
        // libyaml, and what of it is easier in C.
        .target(name: "CYAML", linkerSettings: [.linkedLibrary("yaml")]),
        // What the file stated.yaml says; the daemon and the web server read it.
        module(
            "StateConfiguration",
            [
                "StateModel", "SyncModel", "Varlink", "SystemSupport", "StateSystem", "CYAML",
                logging,
            ]
        ),
        // Layer 3: assembly.
        module(
            "StateDaemon",
            [
                "StateModel", "SyncModel", "StateRelease", "Varlink", "StateStore", "StateProtocol",
                "VarlinkNIO", "SystemSupport", "StateSystem", "StateServices", "StateSync",
                "RemoteFolder", "RemoteNATS", "StateConfiguration", logging, lifecycle, signals,
            ]
        ),
        // Layer 4: the programs.
        // The daemon, the bridge to players on the session bus, and the web server.
        program(
            "stated",
            [
                "StateDaemon", "StateWeb", "StateConfiguration", "StateClient", "StateBridge",
                "PlayerKit", "PlayerMPRIS", "StateModel", "StateRelease", "StateSystem",
                "SystemSupport", "VarlinkNIO", arguments, logging, lifecycle, signals,
            ]
        ),
        // Apart, to start in no time: without the libraries of the others.
        program(
            "statectl",
            [
                "StateModel", "StateRelease", "Varlink", "StateProtocol", "StateClient",
                "StateBridge", "PlayerKit", "PlayerMPV", "SystemSupport", "CLinux", arguments,
            ]
        ),
        // Hashes of what clients show when they sign in; libcrypt is part of every system.
        .target(name: "CCrypt", linkerSettings: [.linkedLibrary("crypt")]),
        // QR codes.
        .target(name: "CQREncode", linkerSettings: [.linkedLibrary("qrencode")]),
        // The files of the page, as they are served.
        .target(name: "CWebPage", exclude: ["files"]),
        // HTTP for browsers and programs; a client of the daemon.
        module(
            "StateWeb",
            [
                "GPodder", "StateModel", "Varlink", "VarlinkNIO", "StateProtocol",
                "StateConfiguration", "SystemSupport", "StateSystem", "CLinux", "CWebPage",
                "CCrypt", "CQREncode", logging,
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"), lifecycle,
            ] + nio
        ),
        // The example of StateClient's documentation, with its tests; a package of its own, too.
        .executableTarget(
            name: "example-player",
            dependencies: ["StateClient"],
            path: "etc/examples/player/Sources/player",
            swiftSettings: house
        ),
        .testTarget(
            name: "PlayerTests",
            dependencies: ["StateClient", "StateTestKit"],
            path: "etc/examples/player/Tests/PlayerTests",
            swiftSettings: house
        ),
        // Real daemons for the tests of players, and for our own.
        module("StateTestKit", ["StateClient", "StateModel", "SystemSupport"]),
        // The clock and the disk of a program that it is preloaded into.
        .target(name: "StateTestMachine"),
        // Shared fakes, and programs that only tests run.
        support(
            "StateTesting",
            ["ModelTesting", "StateModel", "StateTestKit", "SystemSupport", "Varlink"]
        ),
        // Typed numbers as literals.
        support("ModelTesting", ["StateModel", "SystemSupport"]),
        support("ServiceTesting", ["StateModel", "Varlink", "StateSystem"]),
        support("NATSTesting", ["StateTesting"]),
        support("SyncTesting", ["StateModel", "SyncModel", "StateSync"], settings: optimised),
        trial("varlink-certification", ["Varlink", "VarlinkNIO", arguments, signals]),
        // Runs in network namespaces that tests make.
        trial("network-watch", ["StateSystem"]),
        // A remote store that is reached over TCP, and a daemon that syncs with it.
        trial("remote-server", ["SyncTesting"], at: "tcp-remote/Server"),
        trial(
            "networked-stated",
            ["StateDaemon", "StateConfiguration", "StateSystem", "SyncTesting"],
            at: "tcp-remote/Daemon"
        ),
        trial("varlink-fuzz", ["StateProtocol", "StateTesting", arguments]),
        trialPart(
            "Simulation",
            ["StateModel", "SyncModel", "StateSync", "StateProtocol", "SyncTesting"],
            at: "simulate/Model"
        ),
        trialPart(
            "RealSimulation",
            [
                "Simulation", "StateModel", "SyncModel", "StateSync", "StateStore", "StateServices",
                "StateProtocol", "StateSystem", "StateTesting", "ServiceTesting", "Varlink",
                logging,
            ],
            at: "simulate/Real"
        ),
        trialPart(
            "NATSSimulation",
            [
                "Simulation", "StateModel", "SyncModel", "StateSync", "SyncTesting", "RemoteNATS",
                "NATSTesting", "StateTesting",
            ],
            at: "simulate/NATS"
        ),
        trial(
            "simulate",
            [
                "Simulation", "RealSimulation", "NATSSimulation", "StateModel", "StateSync",
                "SyncTesting", arguments,
            ],
            at: "simulate/Driver"
        ),
        suite(
            "SimulationTests",
            [
                "Simulation", "RealSimulation", "NATSSimulation", "ModelTesting", "StateModel",
                "SyncModel", "StateProtocol", "StateSync", "SyncTesting", "SystemSupport",
            ]
        ),
        trialPart("CrashModel", ["StateModel"], at: "crash-test/Model"),
        .target(name: "CrashSystem", path: "Tests/Programs/crash-test/System"),
        .target(name: "CrashFaults", path: "Tests/Programs/crash-test/Faults"),
        trial("players-cost", ["StateTesting", "Varlink", arguments]),
        trial("backlog-test", ["StateTesting", "Varlink", arguments]),
        trial("scale-test", ["StateTesting", arguments]),
        trial(
            "web-load",
            ["StateTesting", "Varlink", "WebTesting", arguments],
            exclude: ["call.lua"]
        ),
        trial(
            "scale-out",
            [
                "NATSTesting", "RemoteNATS", "StateModel", "StateTesting", "SyncModel", "Varlink",
                arguments,
            ]
        ),
        trial("neighbours", ["StateTesting", "Varlink", arguments]),
        trial(
            "hostile",
            [
                "ModelTesting", "StateTesting", "NATSTesting", "WebTesting", "StateConfiguration",
                "StateProtocol", "StateModel", "SyncModel", "RemoteFolder", "RemoteNATS", "Varlink",
                arguments,
            ]
        ),
        .target(name: "AllocationCount", path: "Tests/Programs/allocation-test/Count"),
        trial("allocation-test", ["StateTesting", arguments], at: "allocation-test/Driver"),
        trial(
            "crash-test",
            [
                "CrashModel", "CrashSystem", "StateModel", "SyncModel", "StateStore",
                "StateServices", "StateProtocol", "StateSystem", "StateTesting", "RemoteFolder",
                "SyncTesting", "RemoteNATS", "NATSTesting", "Varlink", "VarlinkNIO", arguments,
                logging, signals,
            ],
            at: "crash-test/Driver"
        ),
        trialPart(
            "StoreWorkloads",
            [
                "CSQLite", "CrashModel", "ModelTesting", "StateModel", "StateStore", "SyncModel",
            ],
            at: "crash-points/Workloads"
        ),
        trial(
            "crash-points",
            ["CrashModel", "StateTesting", "StoreWorkloads", arguments],
            at: "crash-points/Driver"
        ),
        trial(
            "fail-points",
            [
                "CrashModel", "NATSTesting", "StateModel", "StateStore", "StateTesting",
                "StoreWorkloads", "SystemSupport", "Varlink", arguments,
            ]
        ),
        // The readers of bytes, with the properties that fuzzing checks.
        support(
            "FuzzTesting",
            [
                "GPodder", "ModelTesting", "PlayerKit", "PlayerMPRIS", "PlayerMPV", "RemoteFolder",
                "RemoteNATS", "StateConfiguration", "StateModel", "StateProtocol", "StateServices",
                "StateTesting", "StateWeb", "SyncModel", "Varlink",
            ]
        ),
        suite("FuzzTests", ["FuzzTesting"]),
        // The figures of the sources, and the words.
        suite("HouseTests", []),
        suite("CrashModelTests", ["CrashModel", "ModelTesting", "StateModel", "StateTestKit"]),
        suite(
            "GPodderTests",
            ["GPodder", "ModelTesting", "StateModel", "StateTesting", "Varlink"]
        ),
        suite("StateModelTests", ["ModelTesting", "StateModel"]),
        suite("SyncModelTests", ["SyncModel", "ModelTesting", "StateModel"]),
        suite("PlayerKitTests", ["PlayerKit", "ModelTesting", "StateModel", "Varlink"]),
        suite("VarlinkTests", ["Varlink", "StateTesting"]),
        suite(
            "StateStoreTests",
            [
                "StateStore", "CSQLite", "ModelTesting", "StateModel", "SyncModel",
                "StateTesting", "SystemSupport",
            ]
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
                "SyncTesting", "StateTesting", "SystemSupport",
            ]
        ),
        suite(
            "StateProtocolTests",
            ["StateProtocol", "ModelTesting", "StateModel", "Varlink", "StateTesting"]
        ),
        suite("VarlinkNIOTests", ["VarlinkNIO", "Varlink", "SystemSupport", "StateTesting"]),
        suite(
            "StateSystemTests",
            [
                "StateSystem", "SystemSupport", "CLinux", "ModelTesting", "StateModel",
                "StateTesting",
            ]
        ),
        suite(
            "PlayerMPVTests",
            ["PlayerMPV", "PlayerKit", "ModelTesting", "StateModel", "StateTesting", "Varlink"]
        ),
        suite("StateBridgeTests", ["StateBridge", "ModelTesting", "StateModel", "StateTesting"]),
        suite("PlayerMPRISTests", ["PlayerMPRIS", "PlayerKit", "ModelTesting", "StateModel"]),
        suite(
            "StateServicesTests",
            [
                "StateServices", "StateStore", "StateProtocol", "ModelTesting", "StateModel",
                "SyncModel", "Varlink", "StateTesting", "ServiceTesting", "StateSystem", logging,
            ]
        ),
        suite(
            "StateDaemonTests",
            [
                "StateDaemon", "StateConfiguration", "StateSystem", "SystemSupport",
                "StateServices", "StateStore", "StateProtocol", "StateClient", "ModelTesting",
                "StateModel", "Varlink", "VarlinkNIO", "StateTesting", logging, lifecycle,
                "SyncModel", "StateSync", "SyncTesting", "RemoteFolder", "RemoteNATS",
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]
        ),
        support("ClientTesting", ["Varlink", "VarlinkNIO", "StateTesting"]),
        suite(
            "StateClientTests",
            [
                "StateClient", "StateProtocol", "ModelTesting", "StateModel", "Varlink",
                "VarlinkNIO", "ClientTesting", "StateTesting",
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
        support("WebTesting", ["StateTesting", "Varlink"]),
        suite(
            "StateWebTests",
            [
                "GPodder", "StateWeb", "StateConfiguration", "StateProtocol", "StateSystem",
                "StateTesting", "SystemSupport", "Varlink", "VarlinkNIO", "WebTesting",
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ] + nio
        ),
        suite(
            "EndToEndTests",
            [
                "StateClient", "StateModel", "SyncModel", "StateProtocol", "Varlink",
                "StateTesting", "NATSTesting", "RemoteFolder", "SyncTesting", "StateTestKit",
                "SystemSupport", "CLinux",
            ]
        ),
    ] + fuzzed
)
