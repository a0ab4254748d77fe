// swift-tools-version: 6.3

import PackageDescription

/// Every target is held to the same bar: Swift 6 mode, no unsafe construct without the word `unsafe`, no warning.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Targets whose inner loops go through samples, pixels, bytes or times: without optimisation, these take up to eight times
/// as long. Debug builds keep all assertions. From tools version 6.2 on, a dependency may have such flags.
let loops: [SwiftSetting] = strict + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]
let loopsOfC: [CSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")

/// A program of the README, in a folder under `Examples`.
func example(_ name: String, _ modules: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: modules, path: "Examples/\(name)", swiftSettings: strict)
}

let package = Package(
    name: "overcrank",
    products: [
        .library(
            name: "Overcrank",
            targets: [
                "MediaTime", "MediaFormats", "Composition", "TimeStretch", "SceneRendering", "Capture", "Export",
                "Comparison", "Presets", "Sidecar", "Studio",
            ]
        ),
        .executable(name: "overcrank", targets: ["overcrank"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/google/swift-benchmark", from: "0.1.2"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    ],
    targets: [
        // C at the edge: a module map and static inline shims, no code of ours but for CTrigonometry, CVectors
        // and CInBetween.
        // libavfilter is not linked: it is opened when a chain of filters is first built.
        .systemLibrary(
            name: "CFFmpeg",
            pkgConfig: "libavformat",
            providers: [.apt(["libavfilter-dev", "libavformat-dev"])]
        ),
        .systemLibrary(name: "CVideo4Linux", pkgConfig: "libv4l2", providers: [.apt(["libv4l-dev"])]),
        .systemLibrary(name: "CRubberBand", providers: [.apt(["librubberband-dev"])]),

        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),

        // Frames in other sizes and colours.
        .systemLibrary(name: "CZimg", pkgConfig: "zimg", providers: [.apt(["libzimg-dev"])]),

        // logind's locks over D-Bus.
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),

        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CAttributes"),
        .systemLibrary(name: "CCloseOnExec"),

        // Two functions that Rubber Band spends a sixth of its time in, in half of that time.
        .target(name: "CTrigonometry", cSettings: loopsOfC),

        // The inner loops of resampling, of the search for likeness, of linear prediction, of transforms and of the phase vocoder.
        .target(name: "CVectors", cSettings: loopsOfC),

        // The inner loops of motion-compensated interpolation, for several sets of instructions.
        .target(name: "CInBetween", cSettings: loopsOfC),

        // Values: no C, no Foundation.
        .target(name: "MediaTime", swiftSettings: loops),
        .target(name: "Composition", dependencies: ["MediaTime"], swiftSettings: loops),

        // Boxes of MP4 and MOV, units of H.264 and HEVC: bytes only, no C.
        .target(name: "MediaSyntax", swiftSettings: loops),

        // The same numbers in every run.
        .target(name: "RandomNumbers", swiftSettings: loops),

        // Threads and the queues between them.
        .target(
            name: "Pipeline",
            dependencies: [deque],
            swiftSettings: loops
        ),

        // Names of files, which are bytes, as texts.
        .target(name: "PathNames", swiftSettings: strict),

        // Files that appear when they are whole.
        .target(name: "Files", dependencies: ["CAttributes", "CCloseOnExec", "PathNames"], swiftSettings: strict),

        // Other programs, started and waited for.
        .target(name: "Programs", dependencies: ["CCloseOnExec", "PathNames"], swiftSettings: strict),

        // Running programs of one user reach each other.
        .target(name: "LocalSockets", dependencies: ["CCloseOnExec", "Files", "Programs"], swiftSettings: strict),

        // The scene that the synthetic camera films.
        .target(name: "SceneRendering", dependencies: ["MediaTime", "RandomNumbers"], swiftSettings: loops),

        // Pictures between two others.
        .target(name: "InBetween", dependencies: ["CInBetween"], swiftSettings: loops),

        // Effects.
        .target(
            name: "FFmpeg",
            dependencies: ["CFFmpeg", "MediaSyntax", "MediaTime", "PathNames"],
            swiftSettings: loops
        ),
        .target(name: "Zimg", dependencies: ["CZimg", "FFmpeg"], swiftSettings: loops),
        .target(name: "Video4Linux", dependencies: ["CVideo4Linux", "MediaTime"], swiftSettings: strict),
        .target(
            name: "TimeStretch",
            dependencies: ["CFFmpeg", "CRubberBand", "CTrigonometry", "CVectors", "MediaTime"],
            swiftSettings: loops,
            // Statically, so that it takes CTrigonometry's functions.
            linkerSettings: [.linkedLibrary(":librubberband.a"), .linkedLibrary("stdc++")]
        ),
        .target(name: "ALSA", dependencies: ["CALSA", "MediaTime"], swiftSettings: strict),
        .target(name: "SystemBus", dependencies: ["CSystemd"], swiftSettings: strict),
        // What containers and codecs can carry, for recordings and exports.
        .target(name: "MediaFormats", dependencies: ["FFmpeg", "MediaSyntax", "PathNames"], swiftSettings: loops),
        .target(
            name: "Capture",
            dependencies: [
                "ALSA", "FFmpeg", "Files", "MediaFormats", "MediaSyntax", "MediaTime", "PathNames", "Pipeline",
                "RandomNumbers",
                "SceneRendering",
                "Video4Linux",
                deque,
            ],
            swiftSettings: loops
        ),
        .target(
            name: "Export",
            dependencies: [
                "Composition", "FFmpeg", "Files", "InBetween", "MediaFormats", "MediaSyntax", "MediaTime", "PathNames",
                "Pipeline", "SceneRendering", "TimeStretch", "Zimg", deque,
            ],
            swiftSettings: loops
        ),

        .target(
            name: "Comparison",
            dependencies: [
                "CMalloc", "Composition", "Export", "FFmpeg", "Files", "MediaFormats", "MediaTime", "PathNames",
                "Pipeline",
                "Programs", "RandomNumbers", "TimeStretch",
            ],
            resources: [.embedInCode("Page/Resources")],
            swiftSettings: loops
        ),
        // What people and phones write down of an export.
        .target(
            name: "Presets",
            dependencies: [
                "Capture", "Composition", "Export", "Files", "MediaFormats", "MediaTime", "PathNames", "TimeStretch",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict
        ),
        .target(name: "Sidecar", dependencies: ["Composition", "Files", "MediaTime"], swiftSettings: strict),

        // A session of looking at clips and editing them, for any front end.
        .target(
            name: "Studio",
            dependencies: [
                "Composition", "Export", "FFmpeg", "Files", "MediaFormats", "MediaTime", "PathNames", "Pipeline",
                "Presets", "Programs", "TimeStretch", deque,
            ],
            swiftSettings: strict
        ),
        // The session as a page on this machine.
        .target(
            name: "StudioServer",
            dependencies: [
                "Export", "Files", "MediaTime", "PathNames", "Pipeline", "Studio", "TimeStretch",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            resources: [.embedInCode("Page/Resources")],
            swiftSettings: strict
        ),

        .executableTarget(
            name: "overcrank",
            dependencies: [
                "CMalloc", "Capture", "Comparison", "Composition", "Export", "LocalSockets", "MediaFormats",
                "MediaTime",
                "PathNames",
                "Pipeline", "Presets", "Programs", "SceneRendering", "Sidecar", "Studio", "StudioServer", "SystemBus",
                "TimeStretch",
                argumentParser,
            ],
            swiftSettings: strict
        ),

        .executableTarget(
            name: "RetimeBenchmarks",
            dependencies: [
                "Capture", "Composition", "Export", "MediaFormats", "MediaTime", "SceneRendering", "TimeStretch",
                .product(name: "Benchmark", package: "swift-benchmark"),
            ],
            path: "Sources/Benchmarks/RetimeBenchmarks",
            swiftSettings: strict
        ),

        // Frames of real clips taken away and made anew, in comparison with the true ones.
        .executableTarget(
            name: "InBetweenMeasurements",
            dependencies: ["Export", "InBetween", argumentParser],
            path: "Sources/Benchmarks/InBetweenMeasurements",
            swiftSettings: strict
        ),

        // Time-stretching of real sounds, ours and that of every peer that is installed.
        .executableTarget(
            name: "SoundLaboratory",
            dependencies: [
                "Comparison", "Composition", "Export", "MediaTime", "Programs", "RandomNumbers", "TimeStretch",
                argumentParser,
            ],
            path: "Sources/Benchmarks/SoundLaboratory",
            swiftSettings: strict
        ),

        // Signals whose instants and frequencies are known, and what is measured in them.
        .target(
            name: "SignalMeasures",
            dependencies: ["RandomNumbers", "TimeStretch"],
            path: "Sources/Benchmarks/SignalMeasures",
            swiftSettings: loops
        ),
        // Sweeps of the numbers that were chosen by measurement.
        .executableTarget(
            name: "TuningMeasurements",
            dependencies: ["MediaTime", "SignalMeasures", "TimeStretch"],
            path: "Sources/Benchmarks/TuningMeasurements",
            swiftSettings: strict
        ),

        // The README's programs.
        example("HalfSpeed", ["Composition", "Export", "MediaFormats", "MediaTime"]),
        example("RecordFiveSeconds", ["Capture", "MediaTime"]),
        example("RecordLockedCamera", ["Capture", "MediaTime"]),
        example("CompareAlgorithms", ["Comparison", "Composition", "Export", "TimeStretch"]),
        example("ReadFrames", ["Export", "MediaTime"]),

        // What tests share: media made at test time, and a way to read it back.
        .target(
            name: "TestSupport",
            dependencies: ["CFFmpeg", "Capture", "FFmpeg", "MediaTime", "SceneRendering"],
            path: "Tests/TestSupport",
            swiftSettings: loops
        ),
        // Chromium, clicked and typed at.
        .target(
            name: "BrowserSupport",
            dependencies: ["TestSupport"],
            path: "Tests/BrowserSupport",
            swiftSettings: strict
        ),
        // Damage to bytes and texts.
        .target(name: "Mutations", dependencies: ["RandomNumbers"], path: "Tests/Mutations", swiftSettings: strict),
        // Damaged clips of all kinds, given to the command.
        .executableTarget(
            name: "HostileMedia",
            dependencies: ["Mutations", "Pipeline", argumentParser],
            path: "Tests/HostileMedia",
            swiftSettings: strict
        ),
        .testTarget(
            name: "HostileMediaTests",
            dependencies: ["HostileMedia", "Mutations", "TestSupport", "overcrank"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MediaTimeTests",
            dependencies: ["MediaTime", "Mutations", "RandomNumbers", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MediaSyntaxTests",
            dependencies: ["FFmpeg", "MediaSyntax", "MediaTime", "Mutations", "RandomNumbers", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MediaFormatsTests",
            dependencies: ["CFFmpeg", "Capture", "FFmpeg", "MediaFormats"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CompositionTests",
            dependencies: ["Composition", "MediaTime", "Mutations", "RandomNumbers", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TimeStretchTests",
            dependencies: ["CTrigonometry", "CVectors", "MediaTime", "SignalMeasures", "TimeStretch"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SceneRenderingTests",
            dependencies: ["FFmpeg", "MediaTime", "RandomNumbers", "SceneRendering"],
            swiftSettings: strict
        ),
        .testTarget(name: "InBetweenTests", dependencies: ["InBetween", "RandomNumbers"], swiftSettings: strict),
        .testTarget(
            name: "CaptureTests",
            dependencies: [
                "CAttributes", "CVideo4Linux", "Capture", "FFmpeg", "Files", "MediaFormats", "MediaSyntax", "MediaTime",
                "Mutations",
                "Pipeline",
                "RandomNumbers", "SceneRendering", "TestSupport", "Video4Linux",
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "ALSATests", dependencies: ["ALSA", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "LocalSocketsTests", dependencies: ["LocalSockets", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "SystemBusTests", dependencies: ["SystemBus", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "ProgramsTests", dependencies: ["Programs"], swiftSettings: strict),
        .testTarget(name: "PipelineTests", dependencies: ["Pipeline", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FilesTests",
            dependencies: ["Files", "Mutations", "PathNames", "RandomNumbers", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(name: "FFmpegTests", dependencies: ["FFmpeg", "MediaTime", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ExportTests",
            dependencies: [
                "Composition", "Export", "FFmpeg", "Files", "InBetween", "MediaFormats", "MediaSyntax", "MediaTime",
                "Mutations", "Pipeline",
                "RandomNumbers", "SceneRendering", "TestSupport", "TimeStretch",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ComparisonTests",
            dependencies: [
                "Comparison", "Composition", "Export", "FFmpeg", "MediaFormats", "MediaTime", "RandomNumbers",
                "TestSupport", "TimeStretch",
            ],
            swiftSettings: strict
        ),
        // The page of a comparison, in a real browser.
        .testTarget(
            name: "ComparePageTests",
            dependencies: [
                "BrowserSupport", "Comparison", "Composition", "Export", "MediaTime", "TestSupport", "TimeStretch",
            ],
            swiftSettings: strict
        ),
        // The page of the studio, in a real browser.
        .testTarget(
            name: "StudioPageTests",
            dependencies: ["BrowserSupport", "Studio", "TestSupport", "overcrank"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PresetsTests",
            dependencies: [
                "Capture", "Composition", "Export", "MediaFormats", "MediaTime", "Mutations", "Presets", "TestSupport",
                "TimeStretch",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SidecarTests",
            dependencies: ["Composition", "MediaTime", "Mutations", "RandomNumbers", "Sidecar", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StudioTests",
            dependencies: [
                "Composition", "Export", "FFmpeg", "MediaFormats", "MediaTime", "PathNames", "Pipeline", "Presets",
                "Studio", "TestSupport", "TimeStretch",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StudioServerTests",
            dependencies: [
                "Export", "PathNames", "Pipeline", "Studio", "StudioServer", "TestSupport", "overcrank",
                .product(name: "FlyingFox", package: "FlyingFox"),
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: strict),
        // The README's examples, programs and links, and the API documentation.
        .testTarget(
            name: "DocumentsTests",
            dependencies: [
                "CompareAlgorithms", "HalfSpeed", "ReadFrames", "RecordFiveSeconds", "RecordLockedCamera",
                "TestSupport",
                "overcrank",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "BrowserSupport", "Capture", "Comparison", "Composition", "Export", "FFmpeg", "InBetween",
                "LocalSockets", "MediaFormats", "MediaTime", "PathNames", "Pipeline", "Presets", "RandomNumbers",
                "Studio", "TestSupport", "TimeStretch",
                "overcrank", argumentParser,
            ],
            exclude: ["Help"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CameraRigTests",
            dependencies: ["FFmpeg", "MediaTime", "TestSupport", "overcrank"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
