internal import Comparison
internal import Composition
internal import Export
internal import Foundation
internal import MediaTime
internal import Programs
internal import TimeStretch

/// Has sounds rendered by everyone.
struct Bench {
    let algorithms: [PitchAlgorithm]
    let peers: [Peer]
    let pythonPeers: [PythonPeer]
    /// A folder for what is made meanwhile.
    let work: String

    /// A score at two tempi.
    struct Truth {
        /// A WAV of what is stretched.
        let source: String
        /// A WAV of the performance at the other tempo.
        let slower: String
    }

    /// The beginning of a sound as a WAV of 24 bits; `nil` where it is no sound.
    func source(of sound: String, seconds: Int) throws -> String? {
        let path = "\(work)/source.wav"
        let words = [
            "ffmpeg", "-v", "error", "-y", "-i", sound, "-t", "\(seconds)", "-map", "0:a:0", "-c:a", "pcm_s24le", path,
        ]
        return try succeeds(words) ? path : nil
    }

    /// What everyone makes of a source.
    func renderings(of source: String, at rate: PlaybackRate) throws -> [ComparisonReport.Rendering] {
        let media = try MediaDescription(ofFile: source)
        var settings = ComparisonSettings()
        settings.rates = [rate]
        settings.algorithms = algorithms
        settings.peers = peers
        for peer in pythonPeers {
            let output = "\(work)/\(peer.rawValue).wav"
            guard try succeeds(peer.words(at: rate, from: source, to: output)) else { continue }
            settings.others.append(OtherRendering(media: try MediaDescription(ofFile: output), rate: rate))
        }
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: media.asset.duration), of: media.asset, at: .zero)
        let plan = try ComparisonPlan(input: media, composition: composition, settings: settings)
        return try ComparisonRunner(plan: plan).run(to: "\(work)/compared", overwriting: true).rates[0].renderings
    }

    /// A score at its own tempo, and at the rate's; `nil` where nobody plays it.
    func truth(of score: MIDIScore, at rate: PlaybackRate) throws -> Truth? {
        let truth = Truth(source: "\(work)/score.wav", slower: "\(work)/truth.wav")
        for (path, tempo) in [(truth.source, 1.0), (truth.slower, 1 / rate.approximation)] {
            try Data(score.midi(slower: tempo)).write(to: URL(fileURLWithPath: "\(work)/score.mid"))
            // Without reverberation and chorus, which do not depend on the tempo.
            let words = [
                "fluidsynth", "-ni", "-R", "0", "-C", "0", "-r", "48000", "-g", "0.6", "-F", path, MIDIScore.soundFont,
            ]
            guard try succeeds(words + ["\(work)/score.mid"]) else { return nil }
        }
        return truth
    }

    /// How like the slower performance everyone's rendering is, by name.
    func likeness(of truth: Truth, at rate: PlaybackRate) throws -> [(name: String, value: Double)] {
        let right = try AudioFile.middle(of: truth.slower)
        return try renderings(of: truth.source, at: rate).map { rendering in
            let shown = try AudioFile.middle(of: "\(work)/compared/\(rendering.audio)")
            return (rendering.name, try NeurogramSimilarity.measure(shown, to: right, sampleRate: 48_000))
        }
    }

    /// Runs a program; whether it is there and ended well.
    private func succeeds(_ words: [String]) throws -> Bool {
        guard let path = ProgramSearch.path(of: words[0]) else { return false }
        return try ChildProgram.start([path] + words.dropFirst()).wait().isSuccess
    }
}
