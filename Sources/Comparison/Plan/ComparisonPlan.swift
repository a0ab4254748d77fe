public import Composition
public import Export
internal import MediaFormats
public import MediaTime
internal import PathNames
public import TimeStretch

/// What a comparison will render: a value that is made from the descriptions of the files and the settings.
public struct ComparisonPlan: Sendable {
    /// The clip.
    public let input: MediaDescription
    /// What of the clip is compared, before any of the rates. Only its first video and its first audio track count.
    public let composition: Composition
    /// One for each rate, in the order of the settings.
    public let sections: [Section]
    /// Whether the files are brought to one loudness.
    public let matchesLevels: Bool
    /// What the user should know, in sentences without a full stop.
    public let warnings: [String]

    /// Everything at one rate.
    public struct Section: Sendable {
        /// Source time ÷ target time.
        public let rate: PlaybackRate
        /// How long it lasts, in target time.
        public let duration: RationalTime
        /// In the order of the report.
        public let entries: [Entry]
        /// How source time passes in the audio: at that rate, or at the rates of the edits times that rate. In samples of the clip.
        let map: SampleMap
        /// The export of the video that plays beside the audio; `nil` where there is none that browsers play.
        let video: ExportPlan?
        /// Why an algorithm is missing.
        public let notes: [String]

        /// `1-2`: the rate as a directory's name.
        var folder: String { rate.description.replacing("/", with: "-") }

        /// Where the video is, relative to the comparison's directory; `nil` where there is none.
        var videoFile: String? { video.map { "\(folder)/video.\($0.container.rawValue)" } }
    }

    /// One rendering.
    public struct Entry: Sendable {
        /// Who makes a rendering.
        public enum Origin: Sendable {
            /// This library, by an algorithm.
            case algorithm(PitchAlgorithm)
            /// Another program, which is run.
            case peer(Peer)
            /// Another program: a file.
            case file(MediaDescription)
        }

        /// The algorithm's name, or the file's.
        public let name: String
        /// Who makes it.
        public let origin: Origin

        /// The name, fit for a file.
        var fileName: String { FileNames.safe(name) }
    }

    /// How much audio of one rate a page may hold, decoded, in bytes. Browsers decode to 32-bit floats. What is compared may be as
    /// much, in source time.
    ///
    /// Three minutes of stereo at 48 kHz by four algorithms at a quarter of the speed are 1.03 GiB.
    public static let maximumAudioBytes = 1536 << 20

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - input: The clip.
    ///   - composition: What of it is compared, before any of the rates.
    ///   - settings: What is compared, and how.
    /// - Throws: ``ComparisonError``: `.noAudio`, `.settings`, `.overflow`, `.tooLong`, `.unreadable`, `.unsupported`,
    ///   `.otherRateNotCompared`, `.otherRateUnknown`.
    public init(
        input: MediaDescription,
        composition: Composition,
        settings: ComparisonSettings = ComparisonSettings()
    ) throws(ComparisonError) {
        let heard = composition.firstTrack(of: .audio)
        let first = input.tracks.first { $0.kind == .audio }
        if let obstacle = first?.obstacle {
            throw ComparisonError(
                obstacle.isOfFile ? .unreadable : .unsupported,
                "the audio of \(input.path) cannot be compared: \(obstacle)"
            )
        }
        guard heard.duration > .zero, let audio = first else {
            throw ComparisonError(.noAudio, "\(input.path) has no audio to compare")
        }
        // A header may state none.
        let sampleRate = audio.audio?.sampleRate ?? 0
        guard sampleRate == 0 || TimeStretcher.sampleRates.contains(sampleRate) else {
            let rates = TimeStretcher.sampleRates
            throw ComparisonError(
                .unsupported,
                "the audio of \(input.path) cannot be compared: it has \(sampleRate) Hz, and only \(rates.lowerBound) to "
                    + "\(rates.upperBound) Hz can be stretched"
            )
        }
        self.input = input
        self.composition = composition
        matchesLevels = settings.matchesLevels
        let lengths = try settings.rates.unique.map { rate throws(ComparisonError) in
            (rate: rate, duration: try Self.duration(of: heard, at: rate))
        }
        let others = try settings.others.map { other throws(ComparisonError) in
            (rate: try OtherRate.rate(of: other, among: lengths), media: other.media)
        }
        let playsAsIs = Self.playsAsIs(heard)
        var warnings: [String] = []
        let videos = lengths.map { rate, _ -> ExportPlan? in
            do throws(BrowserVideo.Obstacle) {
                return try BrowserVideo.plan(of: input, composition, at: rate)
            } catch {
                warnings.append("the page shows no video: \(error.words)")
                return nil
            }
        }
        if !others.isEmpty, !playsAsIs { warnings.append(Self.unlikeSource) }
        self.warnings = warnings.unique
        sections = try zip(lengths, videos).map { length, video throws(ComparisonError) in
            let (rate, duration) = length
            return try Self.section(
                rate,
                duration,
                Self.map(of: heard, at: rate, sampleRate: max(sampleRate, TimeStretcher.sampleRates.lowerBound)),
                video,
                settings.algorithms.unique,
                settings.peers.unique.map { ($0, playsAsIs) },
                others.filter { $0.rate == rate }.map(\.media)
            )
        }
        guard !sections.isEmpty else { throw ComparisonError(.settings, "there is no rate to compare at") }
        for section in sections { try Self.checkSize(section, audio) }
        // At high rates the renderings are short, and what they are compared with is not.
        try Self.checkSize(heard.duration.seconds, audio) { "what is compared needs \($0) MiB of memory" }
        for other in others {
            let range = other.media.tracks.first { $0.kind == .audio }?.range
            try Self.checkSize(range?.duration.seconds ?? 0, audio) { "\(other.media.path) needs \($0) MiB of memory" }
        }
    }

    /// What is to be known of other programs' files where edits change the speed.
    private static let unlikeSource =
        "the edits change the speed, and so the pitch of source.wav: what another program makes of that file is not what is "
        + "compared here"

    /// The files that the comparison will write, relative to the directory.
    public var files: [String] {
        ["index.html", "results.json", "source.wav", "program.wav"]
            + sections.flatMap { section in
                (section.videoFile.map { [$0] } ?? [])
                    + section.entries.flatMap { RenderingFiles(section: section, entry: $0).all }
            }
    }

    /// Whether the edits leave the speed of the audio unchanged. What is reversed or held has the speed of the clip.
    var playsSourceAsIs: Bool { Self.playsAsIs(composition.firstTrack(of: .audio)) }

    private static func playsAsIs(_ composition: Composition) -> Bool {
        composition.tracks.flatMap(\.segments).allSatisfy { segment in
            guard case .media(let media) = segment else { return true }
            return media.mapping.curve.map { $0 == .constant(.normal) } ?? true
        }
    }

    /// The composition's first audio track, at a rate.
    func audio(at rate: PlaybackRate) throws(CompositionError) -> Composition {
        var edited = composition.firstTrack(of: .audio)
        try edited.scale(by: rate)
        return edited
    }

    private static func duration(
        of composition: Composition,
        at rate: PlaybackRate
    ) throws(ComparisonError) -> RationalTime {
        do {
            return try rate.targetDuration(of: composition.duration)
        } catch {
            throw ComparisonError(.overflow, "\(error)", cause: error)
        }
    }

    /// The rates and ramps of the audio, one after another. A reversed part is stretched like any other. A hold is silent, and
    /// left out.
    private static func map(
        of composition: Composition,
        at rate: PlaybackRate,
        sampleRate: Int
    ) throws(ComparisonError) -> SampleMap {
        do {
            var edited = composition
            try edited.scale(by: rate)
            let parts = edited.tracks.flatMap(\.segments).compactMap { segment -> SampleMap.Segment? in
                guard case .media(let media) = segment else { return nil }
                return media.mapping.curve.map { .init($0, lasting: media.mapping.target.duration) }
            }
            guard let first = parts.first?.curve, parts.contains(where: { $0.curve != first }) || !first.isConstant
            else {
                return .constant(parts.first?.curve.ends.0 ?? rate)
            }
            return try SampleMap(parts, sampleRate: sampleRate)
        } catch {
            throw ComparisonError(.overflow, "\(error)", cause: error)
        }
    }

    private static func section(
        _ rate: PlaybackRate,
        _ duration: RationalTime,
        _ map: SampleMap,
        _ video: ExportPlan?,
        _ algorithms: [PitchAlgorithm],
        _ peers: [(peer: Peer, isConstant: Bool)],
        _ others: [MediaDescription]
    ) throws(ComparisonError) -> Section {
        if let silent = algorithms.first(where: \.abilities.isSilent) {
            throw ComparisonError(.settings, "\(silent.rawValue) is silence: there is nothing to compare")
        }
        let playing = algorithms.filter { $0.plays(map) }
        let unplayed = algorithms.filter { !$0.plays(map) }.map { algorithm in
            guard map == .constant(rate) else { return "\(algorithm.rawValue) does not play the rates of the edits" }
            let nearest = algorithm.snapped(rate)
            let hint = nearest == rate ? "" : "; the nearest that it plays is \(nearest)"
            return "\(algorithm.rawValue) does not play rate \(rate)\(hint)"
        }
        let refusals = peers.compactMap { peer, isConstant in
            isConstant
                ? peer.plays(rate) ? nil : "\(peer.rawValue) does not play rate \(rate)"
                : "\(peer.rawValue) does not play the rates of the edits"
        }
        let running = peers.filter { $0.isConstant && $0.peer.plays(rate) }.map(\.peer)
        var names = FileNames()
        let entries =
            playing.map { Entry(name: names.unique($0.rawValue), origin: .algorithm($0)) }
            + running.map { Entry(name: names.unique($0.rawValue), origin: .peer($0)) }
            + others.map { Entry(name: names.unique(PathName.stem(of: $0.path)), origin: .file($0)) }
        let reasons = unplayed + refusals
        guard !entries.isEmpty else {
            let because = reasons.isEmpty ? "" : ": \(reasons.joined(separator: ". "))"
            throw ComparisonError(.settings, "there is nothing to compare at rate \(rate)\(because)")
        }
        return Section(
            rate: rate,
            duration: duration,
            entries: entries,
            map: map,
            video: video,
            notes: reasons.map { "\($0)." }
        )
    }

    private static func checkSize(_ section: Section, _ audio: MediaTrack) throws(ComparisonError) {
        try checkSize(section.duration.seconds * Double(section.entries.count), audio) { mebibytes in
            "at rate \(section.rate) the renderings need \(mebibytes) MiB in a browser"
        }
    }

    private static func checkSize(
        _ seconds: Double,
        _ audio: MediaTrack,
        _ words: (_ mebibytes: Int) -> String
    ) throws(ComparisonError) {
        guard let format = audio.audio else { return }
        // The page's audio has two channels at most.
        let bytes = seconds * Double(format.sampleRate * min(format.channels, 2) * MemoryLayout<Float>.size)
        guard bytes > Double(maximumAudioBytes) else { return }
        // Edits can make more of a clip than 64 bits count.
        let need = words(Int(min(bytes / 0x1p20, 0x1p53)))
        throw ComparisonError(.tooLong, "\(need), and \(maximumAudioBytes >> 20) MiB are the limit")
    }
}

extension Array where Element: Hashable {
    /// Each element once, where it comes first.
    fileprivate var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
