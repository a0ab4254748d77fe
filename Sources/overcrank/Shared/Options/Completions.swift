internal import ArgumentParser
internal import Capture
internal import FoundationEssentials
internal import MediaFormats
internal import Presets
internal import TimeStretch

/// What shells offer for values that are found when they are asked for, or that need care.
enum Completions {
    /// The names of all presets, and preset files.
    static let presets = CompletionKind.custom { _, _, prefix in
        escaped(PresetLibrary.own.entries.map(\.name)) + escaped(presetFiles(below: prefix))
    }

    /// The cameras that are there, and the synthetic one.
    static let devices = CompletionKind.custom { _, _, _ in
        escaped(Prober.system.devices().map { $0.node ?? $0.id })
    }

    /// The names of the pitch algorithms.
    static let pitch = CompletionKind.custom { _, _, _ in escaped(PitchAlgorithm.allCases.map(\.rawValue)) }

    /// Lists of pitch algorithms: the last name of `spectral,time-domain`.
    static let pitches = CompletionKind.custom { _, _, prefix in
        let names = prefix.split(separator: ",", omittingEmptySubsequences: false).dropLast()
        let head = names.map { $0 + "," }.joined()
        let rest = PitchAlgorithm.allCases.filter { !$0.abilities.isSilent }.map(\.rawValue).filter {
            !names.contains($0[...])
        }
        return escaped(rest.map { head + $0 })
    }

    /// The names of codecs, and of the kinds that they have.
    static let videoCodecs = CompletionKind.custom { _, _, _ in escaped(VideoCodecChoice.allCases.map(\.rawValue)) }

    /// How triggers begin.
    static let triggers = CompletionKind.custom { _, _, _ in escaped(["audio:-20dB", "motion:", "exit:"]) }

    /// Files that end in `.yaml`, and directories, in the directory that a word names so far.
    private static func presetFiles(below prefix: String) -> [String] {
        let head = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
        let directory = head.isEmpty ? "." : head
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.sorted().compactMap { name in
            if name.hasSuffix(".yaml") { return head + name }
            var isDirectory = false
            let exists = FileManager.default.fileExists(atPath: directory + "/" + name, isDirectory: &isDirectory)
            return exists && isDirectory && !name.hasPrefix(".") ? head + name + "/" : nil
        }
    }

    /// zsh takes what follows a colon for a description unless the colon is escaped.
    private static func escaped(_ values: [String]) -> [String] {
        guard CompletionShell.requesting == .zsh else { return values }
        return values.map { value in
            value.unicodeScalars.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
                .joined(separator: "\\:")
        }
    }
}
