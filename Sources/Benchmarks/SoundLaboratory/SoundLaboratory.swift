internal import ArgumentParser
internal import Comparison
internal import Foundation
internal import MediaTime
internal import TimeStretch

/// Renders a folder of sounds by our algorithms and by every peer that is installed, and prints one table for each rate.
@main struct SoundLaboratory: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures time-stretching of real sounds, ours and every installed peer's.",
        discussion: """
            What is held and what is struck is measured as by `overcrank compare`; cells are the median and the worst over all \
            sounds. A score, played by fluidsynth at both tempi, is a truth: the slower performance itself (row NSIM).
            """
    )

    @Argument(help: "A folder of sounds; all of them are measured.")
    var folder: String

    @Option(help: "Separated by commas.")
    var rates = "1/2"

    @Option(help: "Our algorithms, separated by commas.")
    var algorithms = "spectral,spectral:fast,time-domain"

    @Option(help: "How much of each sound, in seconds.")
    var seconds = 8

    @Flag(help: "Without other programs.")
    var withoutPeers = false

    func run() throws {
        let work = FileManager.default.temporaryDirectory.appending(path: "sound-laboratory-\(getpid())").path
        try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: work) }
        let sounds = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }
        let bench = try Bench(
            algorithms: algorithms.split(separator: ",").map { name in
                guard let algorithm = PitchAlgorithm(rawValue: String(name)) else {
                    throw ValidationError("there is no algorithm \(name)")
                }
                return algorithm
            },
            peers: withoutPeers ? [] : Peer.installed,
            pythonPeers: withoutPeers ? [] : PythonPeer.installed,
            work: work
        )
        for rate in try rates.split(separator: ",").map({ try PlaybackRate(parsing: String($0)) }) {
            var table = LaboratoryTable(rate: rate)
            for sound in sounds {
                guard let source = try bench.source(of: sound, seconds: seconds) else { continue }
                table.add(try bench.renderings(of: source, at: rate))
                FileHandle.standardError.write(Data("\(rate) \(sound)\n".utf8))
            }
            for score in MIDIScore.all {
                guard let truth = try bench.truth(of: score, at: rate) else { break }
                table.add(try bench.likeness(of: truth, at: rate))
            }
            table.lines.forEach { print($0) }
        }
    }
}
