internal import FFmpeg
internal import Files
internal import MediaSyntax
internal import MediaTime

/// What a container says that libavformat passes over or misreads.
struct ContainerFacts {
    /// By the number of the stream.
    private(set) var obstacles: [Int: TrackObstacle] = [:]
    /// When an edit list ends the presentation, on the file's own clock, by the number of the stream.
    private(set) var ends: [Int: RationalTime] = [:]
    /// When the samples end of which an edit list plays one part, on the file's own clock, by the number of the stream: all are decoded then.
    private(set) var mediaEnds: [Int: RationalTime] = [:]
    /// How long samples last of which the container states less or nothing, by the number of the stream: those that an edit list plays.
    private(set) var understated: [Int: RationalTime] = [:]
    /// What people call tracks, by the number of the stream.
    private(set) var titles: [Int: String] = [:]
    /// What a movie says of its tracks besides, by the number of the stream.
    private(set) var movieTracks: [Int: MovieTrackFacts] = [:]
    /// The numbers of streams that players are not to present.
    private(set) var disabled: Set<Int> = []
    /// The numbers of streams whose packets are described in several ways: each part needs a decoder of its own.
    private(set) var changing: Set<Int> = []
    /// What is not heeded, by the number of the stream.
    private(set) var passedOver: [Int: [PassedOver]] = [:]
    /// What is not heeded of the whole file.
    private(set) var passedOverOfFile: [PassedOver] = []
    /// Whether it holds streams of Ogg one behind the other, each with a clock and headers of its own.
    private(set) var isChained = false
    /// Chapters as a list beside the tracks has them (Nero's), in the order of the file.
    private(set) var listedChapters: [ChapterListBox.Chapter] = []
    /// What tracks of timecode say of every frame.
    private(set) var timecodes: [TimecodeTrack] = []
    /// The numbers that a movie says of itself.
    private(set) var numbers: [MovieKeysBox.Item] = []
    /// The texts that it says of itself under keys.
    private(set) var movieTexts: [(key: String, text: String)] = []
    /// Chapters as Matroska has them, in the order of the file.
    private(set) var chapterElements: [ChapterElement] = []
    /// What the camera says in boxes of its own.
    private(set) var cameraData: [CameraDataBox] = []
    /// Whether editors or catalogues have described the clip in XMP.
    private(set) var hasXMP = false
    /// Whether that says when something is in the clip, or how long it is.
    private(set) var hasTimesInXMP = false
    /// `nil` where nothing says that the file is cut short.
    private(set) var truncation: Truncation?

    /// The samples of each channel that are there, where there should be more; `nil` where that is not known.
    var presentSamples: UInt64? { truncation.flatMap { $0.unit == .samples ? $0.present : nil } }

    /// Of a file that libavformat has opened. What cannot be read is the business of whoever reads the packets.
    ///
    /// - Complexity: Of the file's size nothing is read but headers.
    init(path: String, format: String, streams: [StreamInfo]) {
        for stream in streams { obstacles[stream.index] = stream.obstacle }
        let size: UInt64? = ByteSource.reading(path) { source throws(FileError) in
            do { try read(source, format: format, streams) } catch {}
            return source.count
        }
        if let size { checkDurations(of: streams, size: size) }
    }

    private mutating func read(
        _ source: ByteSource<FileError>,
        format: String,
        _ streams: [StreamInfo]
    ) throws(FileError) {
        switch format.prefix(while: { $0 != "," }) {
        case "mov":
            let movie = BoxScanner(source)
            try read(movie, streams)
            truncation = try movie.statedSize().map { Truncation(unit: .bytes, stated: $0, present: source.count) }
            if truncation == nil, let end = try movie.startOfLostFragments() {
                truncation = Truncation(unit: .readableBytes, stated: source.count, present: end)
            }
            timecodes = try movie.timecodeTracks()
            numbers = try movie.movieNumbers()
            movieTexts = try movie.movieTexts()
            cameraData = try movie.cameraData()
            hasXMP = try movie.placeOfXMP() != nil
            let xmp = try movie.xmp()
            hasTimesInXMP = xmp.map(XMPTimes.areStated) ?? false
            if let place = try movie.first("moov", "udta", "chpl"),
                let list: ChapterListBox = try movie.content(of: place)
            {
                listedChapters = list.chapters
            }
        case "matroska":
            let file = ElementScanner(source)
            try read(file, streams)
            truncation = try file.statedSize().map { Truncation(unit: .bytes, stated: $0, present: source.count) }
            chapterElements = try file.chapterElements()
        case "avi", "wav", "aiff":
            let size = try ChunkScanner(source).statedSize()
            truncation = size.map { Truncation(unit: .bytes, stated: $0, present: source.count) }
        case "flac":
            try read(source, streams)
        case "webp_pipe":
            if let image = try WebPScanner(source).beginning() {
                let isCut = image.size > source.count
                obstacles[0] = .movingWebP(frames: image.frames, isCut: isCut)
                if isCut { truncation = Truncation(unit: .bytes, stated: image.size, present: source.count) }
            }
        case "ogg":
            isChained = try OggScanner(source).isChained()
        case "mpegts":
            try read(TransportScanner(source), streams)
        default:
            break
        }
    }

    private mutating func read(_ movie: BoxScanner<FileError>, _ streams: [StreamInfo]) throws(FileError) {
        let tracks = try movie.tracks()
        for track in tracks {
            for stream in streams where stream.id == Int(track.trackID) {
                titles[stream.index] = track.title
                movieTracks[stream.index] = MovieTrackFacts(track, among: tracks)
                if !track.isEnabled { disabled.insert(stream.index) }
                if track.codes.count > 1 { changing.insert(stream.index) }
                let samples = track.edits.map { $0.mediaEnd?.ticks } ?? track.understatedDuration
                if track.understatedDuration != nil, let samples = samples.flatMap(Int64.init(exactly:)) {
                    understated[stream.index] = stream.timeBase.time(samples)
                }
                if track.samples.isEncrypted {
                    obstacles[stream.index] = .encrypted
                } else if track.handler == "auxv" {
                    obstacles[stream.index] = .auxiliary
                } else if let pcm = track.samples.pcm, obstacles[stream.index] == nil,
                    stream.parameters.codecName != pcm.codecName
                {
                    let taken = "libav takes its samples of \(pcm.sampleSize) bits for \(stream.parameters.codecName)"
                    obstacles[stream.index] = .misread(taken)
                }
                if obstacles[stream.index] == nil, stream.kind == .video || stream.kind == .audio {
                    obstacles[stream.index] = track.lostCode.map { .severalCodecs(lost: $0) }
                }
                let crop = stream.kind == .video ? track.samples.crop.map(PassedOver.init) : nil
                passedOver[stream.index] = [track.otherRate.map(PassedOver.editRate), crop].compactMap { $0 }
                guard let edits = track.edits, stream.kind == .video || stream.kind == .audio else { continue }
                if obstacles[stream.index] == nil, edits.partCount > 1 { obstacles[stream.index] = .severalEdits }
                if obstacles[stream.index] == nil, edits.pausesBehindPart {
                    obstacles[stream.index] = .editsBehindPart
                }
                let end = edits.end.flatMap { edits.time($0) }
                // An edit list may be longer than what it plays. When the last of reordered frames ends is not known here.
                let last = edits.mediaEnd.flatMap { last in
                    edits.time(last.pause).flatMap { pause in
                        Int64(exactly: last.ticks).flatMap { stream.timeBase.time($0) }.flatMap { try? pause + $0 }
                    }
                }
                mediaEnds[stream.index] = last
                let limit = stream.kind == .audio ? last : nil
                ends[stream.index] = end.map { end in limit.map { min(end, $0) } ?? end }
            }
        }
    }

    private mutating func read(_ file: ElementScanner<FileError>, _ streams: [StreamInfo]) throws(FileError) {
        let tracks = try file.tracks().filter(\.isStream)
        for (stream, track) in zip(streams, tracks) {
            if !track.isEnabled { disabled.insert(stream.index) }
            if track.isEncrypted { obstacles[stream.index] = .encrypted }
            if let crop = track.crop { passedOver[stream.index] = [PassedOver(crop)] }
        }
        if try file.playsChaptersInOrder() { passedOverOfFile.append(.chapterOrder) }
    }

    private mutating func read(_ file: ByteSource<FileError>, _ streams: [StreamInfo]) throws(FileError) {
        guard let stream = streams.first, let stated = try FLACInformation.read(file) else { return }
        if stated.sampleRate != UInt32(clamping: stream.parameters.sampleRate) {
            obstacles[stream.index] = .implausible(
                "it states \(stated.sampleRate) samples a second, and its frames state \(stream.parameters.sampleRate)"
            )
        }
        let samples = try FLACScanner(file).missingSamples()
        truncation = samples.map { Truncation(unit: .samples, stated: $0.stated, present: $0.present) }
    }

    /// A duration that no file of such a length can hold: more than this many seconds a byte. A still frame of hours has
    /// some kilobytes.
    static let longestByte = 100.0

    /// Why a track cannot last so long in a file of so many bytes; `nil` where it can. `source` says who states it.
    static func obstacle(
        lasting seconds: Double,
        in size: UInt64,
        by source: String,
        longestByte: Double = longestByte
    ) -> TrackObstacle? {
        guard seconds > Double(size) * longestByte else { return nil }
        return .implausible("\(source) that it lasts \(Int(seconds / 3600)) hours, in a file of \(size) bytes")
    }

    private mutating func checkDurations(of streams: [StreamInfo], size: UInt64) {
        for stream in streams where stream.kind == .video || stream.kind == .audio {
            guard truncation?.unit != .samples, obstacles[stream.index] == nil, let duration = stream.duration else {
                continue
            }
            let unit = Double(stream.timeBase.numerator) / Double(stream.timeBase.denominator)
            obstacles[stream.index] = Self.obstacle(lasting: Double(duration) * unit, in: size, by: "it states")
        }
    }

    private mutating func read(_ file: TransportScanner<FileError>, _ streams: [StreamInfo]) throws(FileError) {
        let scrambled = try file.scrambled()
        for stream in streams {
            if scrambled.contains(UInt16(truncatingIfNeeded: stream.id)) { obstacles[stream.index] = .encrypted }
            // The table of programs names a codec, and libavformat takes what it does not know for data.
            if stream.kind == .data, stream.parameters.codecName == "bin_data", let code = stream.parameters.fourCC {
                obstacles[stream.index] = obstacles[stream.index] ?? .unknownCodec(fourCC: code)
            }
        }
    }
}

extension StreamInfo {
    /// What libav itself says; `nil` for a track that is decoded, and for one of a kind that is not.
    fileprivate var obstacle: TrackObstacle? {
        switch kind {
        case .video, .audio:
            if !parameters.isNamed { return .unknownCodec(fourCC: parameters.fourCC) }
            if !parameters.hasDecoder { return .noDecoder(codec: parameters.codecName) }
            if let obstacle = sizeObstacle { return obstacle }
            return headersOpen ? formatObstacle : .implausible("its headers are damaged: no decoder opens them")
        case .unknown where !isHidden && parameters.fourCC != "tmcd":
            return parameters.isNamed ? .unknownKind : .unknownCodec(fourCC: parameters.fourCC)
        case .subtitle, .data, .attachment, .unknown:
            return nil
        }
    }

    /// Frames that no encoder has made. Decoding one takes as much memory as it says, whatever is in its packets.
    private var sizeObstacle: TrackObstacle? {
        guard kind == .video, parameters.width > 0, parameters.height > 0 else { return nil }
        let most: Int? =
            switch parameters.codecName {
            // The largest frames of level 7.3 of AV1 and 7.2 of HEVC.
            case "h264", "hevc", "vvc", "vp9", "av1": 142_606_336
            // 8K, which nothing that is older than H.264 has been used for.
            case "mpeg1video", "mpeg2video", "mpeg4", "msmpeg4v2", "msmpeg4v3", "h263", "flv1", "wmv1", "wmv2", "wmv3",
                "vc1", "theora", "vp3", "vp6", "vp6f", "vp8", "rv10", "rv20", "rv30", "rv40":
                35_651_584
            default: nil
            }
        guard let most, parameters.width * parameters.height > most else { return nil }
        let size = "\(parameters.width)x\(parameters.height)"
        return .implausible("it states frames of \(size), which are larger than \(parameters.codecName) has")
    }

    /// Frames of which neither the container nor libav's analysis says enough: a stream that begins far behind the file's beginning, as
    /// where the table of programs changes.
    private var formatObstacle: TrackObstacle? {
        guard kind == .video else { return nil }
        let hasSize = parameters.width > 0 && parameters.height > 0
        return hasSize && parameters.pixelFormat != nil ? nil : .unknownFrames(hasSize: hasSize)
    }

    /// Whether a decoder opens what the container says of a track: a copy of anything else is a file that players refuse. A
    /// track without a size or a rate has no headers to be asked for.
    private var headersOpen: Bool {
        let isStated =
            kind == .video
            ? parameters.width > 0 && parameters.height > 0
            : parameters.sampleRate > 0 && parameters.channelLayout.channelCount > 0
        guard isStated else { return true }
        do {
            _ = try Decoder(parameters, timeBase: timeBase, effort: .opening)
            return true
        } catch {
            return false
        }
    }
}

extension TrackEdits {
    /// So many ticks of the movie; `nil` where they do not fit.
    fileprivate func time(_ ticks: UInt64) -> RationalTime? {
        guard let ticks = Int64(exactly: ticks), let timescale = Int32(exactly: movieTimescale) else { return nil }
        return RationalTime(ticks: ticks, unitNumerator: 1, unitDenominator: timescale)
    }
}

extension TrackBoxes {
    /// The code of samples that libavformat leaves out: of those that are not coded as its first description says. That of JPEG it takes for
    /// any.
    fileprivate var lostCode: String? {
        guard let first = samples.entries.first?.type, first != "jpeg" else { return nil }
        return codes.first { $0 != first }.map(\.description)
    }
}

extension PCMConfigurationBox {
    /// libav's name of the codec.
    fileprivate var codecName: String {
        let order = sampleSize == 8 ? "" : isLittleEndian ? "le" : "be"
        return "pcm_s\(sampleSize)\(order)"
    }
}
