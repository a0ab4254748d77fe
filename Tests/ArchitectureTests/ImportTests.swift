import Testing

/// Imports run one way only: from the command towards the values and the C libraries, never back.
@Suite struct ImportTests {
    /// Who may import what, and why. A module that is not here may not be in `Sources`.
    static let allowed: [String: Set<String>] = [
        // Values, for any machine: no C, no Foundation, not even the C library.
        "MediaTime": [],
        "Composition": ["MediaTime"],
        "MediaSyntax": [],
        "RandomNumbers": [],
        // Threads, locks and files: the system, and nothing of what they are used for.
        "Pipeline": ["DequeModule", "Glibc", "Synchronization"],
        "PathNames": [],
        "Files": ["CAttributes", "CCloseOnExec", "Glibc", "PathNames"],
        "Programs": ["CCloseOnExec", "Glibc", "PathNames", "Synchronization"],
        "LocalSockets": ["CCloseOnExec", "Files", "Glibc", "Programs", "Synchronization"],
        // The wrappers, each the only way to its C library.
        "FFmpeg": ["CFFmpeg", "Glibc", "Synchronization", "MediaSyntax", "MediaTime", "PathNames"],
        "ALSA": ["CALSA", "Glibc", "MediaTime"],
        "Video4Linux": ["CVideo4Linux", "Glibc", "Synchronization", "MediaTime"],
        "SystemBus": ["CSystemd", "Glibc"],
        // Audio along a map: Rubber Band, the FFT of libavutil, sines and windows from the C library.
        "TimeStretch": ["CRubberBand", "CFFmpeg", "CVectors", "Glibc", "MediaTime", "Synchronization"],
        // What containers and codecs can carry: what recordings and exports have in common.
        "MediaFormats": ["FFmpeg", "MediaSyntax", "PathNames"],
        "Zimg": ["CZimg", "FFmpeg", "Glibc"],
        // The scene that the synthetic camera films.
        "SceneRendering": ["Glibc", "MediaTime", "RandomNumbers"],
        // Pictures between two others: values, the inner loops in C, and rows on several threads.
        "InBetween": ["CInBetween", "Dispatch"],
        // What the library is for. Neither knows of the other.
        "Capture": [
            "ALSA", "DequeModule", "FFmpeg", "Files", "Glibc", "MediaFormats", "MediaSyntax", "MediaTime", "PathNames",
            "Pipeline", "RandomNumbers", "SceneRendering", "Synchronization", "Video4Linux",
        ],
        "Export": [
            "Composition", "DequeModule", "FFmpeg", "Files", "Glibc", "InBetween", "MediaFormats", "MediaSyntax",
            "MediaTime", "PathNames", "Pipeline", "SceneRendering", "Synchronization", "TimeStretch", "Zimg",
        ],
        // What the pitch algorithms do to a clip and to signals that are known.
        "Comparison": [
            "CMalloc", "Composition", "Export", "FFmpeg", "Files", "FoundationEssentials", "Glibc", "MediaFormats",
            "MediaTime", "PathNames", "Pipeline", "Programs", "RandomNumbers", "Synchronization", "TimeStretch",
        ],
        // What people and phones write down of an export: YAML and property lists become values.
        "Presets": [
            "Capture", "Composition", "Export", "Files", "Glibc", "MediaFormats", "MediaTime", "PathNames",
            "TimeStretch", "Yams",
        ],
        "Sidecar": ["Composition", "Files", "FoundationEssentials", "MediaTime"],
        // Looking at clips and editing them: it may use whatever shows frames and plans exports, and knows no network.
        "Studio": [
            "Composition", "DequeModule", "Export", "FFmpeg", "Files", "FoundationEssentials", "Glibc", "MediaFormats",
            "MediaTime", "PathNames", "Pipeline", "Presets", "Programs", "Synchronization", "TimeStretch",
        ],
        "StudioServer": [
            "Export", "Files", "FlyingFox", "FlyingSocks", "Foundation", "Glibc", "MediaTime", "PathNames", "Pipeline",
            "Studio", "Synchronization", "TimeStretch",
        ],
        // Measures from outside: it may use everything that is public, and runs other programs.
        "Benchmarks": [
            "ArgumentParser", "Benchmark", "Capture", "Comparison", "Composition", "Export", "Foundation", "Glibc",
            "InBetween", "MediaFormats",
            "MediaTime", "Programs", "RandomNumbers",
            "SceneRendering", "SignalMeasures", "TimeStretch",
        ],
        // The command: everything public, its threads, and JSON; no wrapper, so that the public modules must do.
        "overcrank": [
            "ArgumentParser", "CMalloc", "Capture", "Comparison", "Composition", "Export", "FoundationEssentials",
            "Glibc", "LocalSockets", "MediaFormats", "MediaTime", "PathNames", "Pipeline", "Presets", "Programs",
            "SceneRendering", "Sidecar", "Studio", "StudioServer", "Synchronization", "SystemBus", "TimeStretch",
        ],
    ]

    @Test func `Every import of every source file is an allowed one`() throws {
        let files = try SourceTree().files
        try #require(files.count > 50)
        for file in files {
            for module in file.imports {
                let isAllowed = Self.allowed[file.module]?.contains(module) ?? false
                #expect(isAllowed, "\(file.path) imports \(module)")
            }
        }
    }

    @Test(arguments: ["MediaTime", "Composition"])
    func `Values import no C and no Foundation`(module: String) throws {
        let files = try SourceTree().files.filter { $0.module == module }
        try #require(!files.isEmpty)
        let imported = files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
        #expect(imported.isSubset(of: ["MediaTime"]))
    }

    @Test func `The allowed imports have no cycle`() {
        var layers: [Set<String>] = []
        var rest = Set(Self.allowed.keys)
        while !rest.isEmpty {
            let layer = rest.filter { module in Self.allowed[module]?.isDisjoint(with: rest) ?? true }
            #expect(!layer.isEmpty, "\(rest.sorted()) import each other")
            if layer.isEmpty { return }
            layers.append(layer)
            rest.subtract(layer)
        }
        #expect(layers.first?.contains("MediaTime") == true)
        #expect(layers.last == ["overcrank"])
    }

    @Test(arguments: [
        ("import A", ["A"]),
        ("internal import A\npublic import B", ["A", "B"]),
        ("@testable import A // why", ["A"]),
        ("  package import struct A.B", ["A"]),
        ("@preconcurrency internal import A.C", ["A"]),
        ("// import A\nlet important = 1\n/// import B", []),
        ("@_implementationOnly import A;", ["A"]),
    ])
    func `Imports are found in every spelling`(text: String, modules: [String]) {
        #expect(SourceFile(path: "M/A.swift", text: text).imports == modules)
    }
}
