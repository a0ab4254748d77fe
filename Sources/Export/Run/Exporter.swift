internal import FFmpeg
internal import Files
internal import MediaFormats
internal import MediaTime
internal import Pipeline
internal import TimeStretch

/// Carries a plan out.
///
/// Every track is worked on by itself, on threads of its own: it is read and, where it is encoded, decoded, stretched or
/// selected, and encoded. The tracks meet in the muxer, which has a thread of its own.
public struct Exporter: Sendable {
    /// What is to be done.
    public let plan: ExportPlan

    /// Whether a damaged input is an error (``ExportError``, `.damaged`). If not, what can be read is exported, and the damage
    /// is in the report.
    public var refusesDamage = false

    /// How the finished file is checked.
    public var verification = Verification.index
    /// How payloads of copied tracks get into a movie.
    enum PayloadWay {
        /// From file to file, by the system where it can.
        case spliced
        /// From file to file, through memory.
        case throughMemory
        /// As packets, which are read and written.
        case read
    }
    var payloadWay = PayloadWay.spliced
    /// A fault of the muxer that a test wants.
    var fault: PacketFault?

    /// An exporter of one plan.
    public init(plan: ExportPlan) { self.plan = plan }

    /// Writes the file. It appears under its name only when it is complete.
    ///
    /// Blocks until the work is done; `onProgress` is called on the calling thread, several times a second, and once when all is
    /// written, before that is verified.
    ///
    /// - Throws: ``ExportError`` of any code; `.containerMismatch` where the ending of the path belongs to another container
    ///   than the plan's. Endings that belong to no container are allowed.
    public func run(
        to path: String,
        overwriting: Bool = false,
        cancellation: Cancellation = Cancellation(),
        onProgress: (ExportProgress) -> Void = { _ in }
    ) throws(ExportError) -> ExportReport {
        try checkRequest(path)
        do {
            return try write(to: path, overwriting, cancellation, onProgress)
        } catch let error as ExportError {
            throw error
        } catch let error as OutputFileError {
            throw ExportError(error)
        } catch let error as FileError {
            let again = error.operation == "read" ? " again" : ""
            throw ExportError(
                error.isFull ? .noSpace : .writing,
                "cannot \(error.operation) \(path)\(again): \(error.reason)",
                cause: error
            )
        } catch let error as FFmpegError {
            throw plan.inputs.contains { $0.isRead(from: error.subject) }
                ? ExportError(reading: error.subject, error)
                : ExportError(.unsupported, error.description, cause: error)
        } catch is Cancelled {
            throw ExportError(.cancelled, "interrupted; nothing was written to \(path)")
        } catch let error as TimeStretchError {
            throw ExportError(.audioNotStretchable, "\(error)", cause: error)
        } catch let error as TimeOverflow {
            throw ExportError(.timesTooFine, "\(error)", cause: error)
        } catch {
            throw ExportError(.fault, "\(error)", cause: error)
        }
    }

    private func write(
        to path: String,
        _ overwriting: Bool,
        _ cancellation: Cancellation,
        _ onProgress: (ExportProgress) -> Void
    ) throws -> ExportReport {
        let file = try OutputFile.create(path: path, inputs: inputFiles(besides: path), overwrites: overwriting)
        guard let format = ContainerFormat(named: plan.container.traits.muxer) else {
            throw ExportError(.unsupported, "this libavformat cannot write \(plan.container.rawValue)")
        }
        let damage = DamageLog()
        let context = PipelineContext(
            inputs: plan.inputs,
            container: plan.container,
            damage: damage,
            leavesPayloads: leavesPayloads,
            end: plan.duration
        )
        let pipelines = try plan.carried.concurrentMap { try pipeline(for: $0, in: context) }
        let progress = ProgressBoard(tracks: pipelines.count)
        let spliced =
            leavesPayloads
            ? try SplicedOutput(
                descriptor: file.descriptor,
                name: path,
                throughMemory: payloadWay == .throughMemory
            ) : nil
        do {
            let muxer = try muxer(spliced, at: file.writingPath, format, as: path)
            for pipeline in pipelines {
                let description = pipeline.description
                let isMovie = plan.container.traits.hasEditLists
                _ = try muxer.add(isMovie ? NegativeTimecode.withoutSign(description) : description)
            }
            let comments = plan.container.traits.hasChapterComments ? ChapterComments.entries(plan.chapters) : []
            let own = Set(plan.movieKeys)
            muxer.set(metadata: plan.metadata.filter { !own.contains($0) }.map(\.entry) + comments)
            if !plan.container.traits.takesLateChapters, comments.isEmpty { muxer.set(chapters: chapters) }
            try muxer.writeHeader(
                options: MovieOptions.options(for: plan) + MovingImageOptions.options(for: plan)
                    + WaveOptions.options(for: plan)
            )
            try run(pipelines, into: muxer, progress, cancellation, onProgress)
            onProgress(ExportProgress(fraction: 1, frames: progress.frames))
            try spliced?.finish()
            if plan.container.traits.hasEditLists { try completeBoxes(of: file.descriptor, pipelines) }
            try MatroskaTracks(descriptor: file.descriptor).disable(TrackChoices.disabledInMatroska(plan))
            // A single frame is an image that stands still.
            if progress.frames > 1 { try MovingImageHeader(descriptor: file.descriptor).complete(for: plan) }
        } catch let error as FFmpegError where error.subject == path {
            try spliced?.checkSources()
            throw ExportError(writing: path, error)
        }
        let hasPackets = progress.packets.contains { $0 > 0 }
        let video = zip(plan.carried, pipelines).first { track, _ in track.source.kind == .video }?.1
        if let video, progress.frames > 0, video.presentation.presented == 0 {
            let message = "the video of \(plan.input.path) shows no frame in what is played: no output was written"
            throw ExportError(.nothingToExport, message)
        }
        let isSeen = video.map { $0.presentation.presented == 0 || $0.presentation.shown > 0 } ?? true
        guard hasPackets, plan.video == nil || progress.frames > 0, isSeen else {
            let what = hasPackets ? "no frame" : "nothing"
            let cause = damage.entries.first.map { " (\($0.message))" } ?? ""
            let message = "\(what) in \(plan.input.path) could be read\(cause): no output was written"
            throw ExportError(.inputUnreadable, message)
        }
        try verify(file.descriptor, at: file.writingPath, pipelines, progress, damage, cancellation, as: path)
        if refusesDamage, let error = ExportError(refusing: damage, of: plan) { throw error }
        try checkInputs()
        try cancellation.check()
        try file.commit()
        // Where the container cannot hide what comes before the in point, it begins with that.
        let begin = min(.zero, pipelines.compactMap { $0.begin(in: plan.container) }.min() ?? .zero)
        let end = pipelines.compactMap(\.presentation.end).max() ?? .zero
        return ExportReport(
            output: path,
            duration: (try? end - begin) ?? end,
            frames: PresentedFrames(video?.presentation ?? Presentation(), of: plan.counts),
            steadied: video?.presentation.steadied,
            clipping: pipelines.map(\.presentation.clipping).reduce(nil, AudioClipping.worse),
            made: video?.presentation.made,
            moved: video?.presentation.moved ?? MovedFrames(),
            unlike: video?.presentation.unlike ?? UnlikeFrames(),
            damage: damage.entries,
            damageCount: damage.count
        )
    }

    /// Writes into the boxes of a movie what libavformat does not: where tracks end, and what is known of the frames and the camera.
    private func completeBoxes(of descriptor: Int32, _ pipelines: [any TrackPipeline]) throws {
        // Cover art is no track there, wherever the source has it.
        let timed = zip(plan.carried, pipelines).filter { track, _ in track.source.kind != .coverArt }
        let ends = timed.enumerated().compactMap { index, item in
            let (track, pipeline) = item
            let lastFrame = track.source.kind == .video ? pipeline.presentation.copied.last : nil
            return pipeline.presentationEnd.map { (index, MovieEditLists.End(instant: $0, lastFrame: lastFrame)) }
        }
        let video = zip(plan.carried, pipelines).first { track, _ in track.source.kind == .video }?.1
        try MovieEditLists(descriptor: descriptor)
            .end(Dictionary(uniqueKeysWithValues: ends), video: video?.presentation.end)
        // libavformat writes this box into MP4 only.
        for (index, item) in timed.enumerated() where plan.container == .mov {
            guard let box = item.1.description.sideData.lazy.compactMap(\.dolbyVisionBox).first else {
                continue
            }
            try SampleEntryExtension(descriptor: descriptor).add(box.movieBox, toTrack: index)
        }
        try NegativeTimecode(of: timed.map(\.0.metadata))?.write(to: descriptor)
        try MovieTracks(
            descriptor: descriptor,
            plan: plan,
            tracks: timed.map { (plan: $0, description: $1.description) }
        )
        .write()
        try MovieCameraData(boxes: plan.cameraData).write(to: descriptor)
        try MovieKeyData(items: plan.movieKeys, numbers: plan.input.numbers).write(to: descriptor)
        if plan.keepsXMP { try MovieXMP(of: plan.input)?.write(to: descriptor, plan.container) }
        if plan.delivery.traits.startsWithIndex { try MovieIndex.moveToFront(in: descriptor) }
    }

    /// Throws where an input is no longer what was planned for.
    private func checkInputs() throws(ExportError) {
        for input in plan.inputs {
            guard let change = input.stamp?.change(of: input.stampedPath) else { continue }
            throw ExportError(.inputUnreadable, "\(input.stampedPath) \(change) while it was exported: nothing is kept")
        }
    }

    /// The chapters as the container stores them.
    private var chapters: [ChapterInfo] {
        let isContinuous = plan.container.traits.hasEditLists
        return (isContinuous ? ContinuousChapters.filled(plan.chapters) : plan.chapters).map(\.info)
    }

    private var leavesPayloads: Bool { payloadWay != .read && plan.leavesPayloads }

    /// The muxer of a file. `spliced` is the file where payloads are copied from file to file.
    private func muxer(
        _ spliced: SplicedOutput?,
        at writingPath: String,
        _ format: ContainerFormat,
        as path: String
    ) throws(FFmpegError) -> Muxer {
        guard let spliced else { return try Muxer.create(path: writingPath, format: format, name: path) }
        return try Muxer.create(spliced, format: format, name: path)
    }

    private func run(
        _ pipelines: [any TrackPipeline],
        into muxer: consuming Muxer,
        _ progress: ProgressBoard,
        _ cancellation: Cancellation,
        _ onProgress: (ExportProgress) -> Void
    ) throws {
        let workers = WorkerGroup()
        let timeBases = pipelines.indices.map { muxer.timeBase(ofStream: $0) }
        let lateChapters = plan.container.traits.takesLateChapters ? chapters : []
        let outlet = PacketOutlet(
            timeBases: timeBases,
            keepsPlaces: plan.leavesPayloads,
            stateSteps: plan.carried.map { $0.source.kind == .video && plan.container.traits.hasEditLists },
            muxer: muxer,
            lateChapters: LateChapters(lateChapters, timeBases: timeBases),
            lengths: SampleLengths(
                LongestSample(in: plan.container),
                labels: plan.carried.map(\.source.label),
                timeBases: timeBases
            ),
            fault: fault
        )
        workers.onFailure { outlet.cancel() }
        for (index, pipeline) in pipelines.enumerated() {
            let sink = PacketSink(
                streamIndex: index,
                timeBase: timeBases[index],
                workers: workers,
                progress: progress,
                outlet: outlet
            )
            workers.start { try pipeline.run(into: sink) }
        }
        workers.start { try outlet.run() }
        let duration = plan.duration.seconds
        // Frames that are steadied are decoded and measured first, which takes about a third of the time. For a palette, all is
        // done that comes before encoding.
        let isSteadied = plan.video?.parts.contains { $0.filters?.stabilisation != nil } ?? false
        let measuring = plan.video?.hasPalette ?? false ? 0.5 : isSteadied ? 0.3 : 0
        try cancellation.calling({ workers.fail(Cancelled()) }) {
            try workers.join {
                let written = duration > 0 ? min(1, progress.position / duration) : 0
                let fraction = measuring * progress.prepared + (1 - measuring) * written
                onProgress(ExportProgress(fraction: fraction, frames: progress.frames))
            }
        }
        try checkTimecode(pipelines, timeBases)
        try outlet.finish()
    }

    /// Throws where a track has turned out to last for more ticks than its timecode can: headers can be wrong about where a track ends.
    private func checkTimecode(_ pipelines: [any TrackPipeline], _ timeBases: [TimeBase]) throws(ExportError) {
        for (index, track) in plan.carried.enumerated() where track.timecodeRate != nil {
            let start = track.segments.first?.target.start ?? .zero
            guard let end = pipelines[index].presentation.end,
                TimescaleLimit.holding(end.seconds - start.seconds) < timeBases[index].denominator
            else { continue }
            let message = "the video of \(plan.input.path) is longer than its headers say, and too long for a timecode"
            throw ExportError(.inputUnreadable, "\(message): no output was written")
        }
    }

    private func pipeline(for track: TrackPlan, in context: PipelineContext) throws -> any TrackPipeline {
        switch track.treatment {
        case .copy(let timescale, _), .rewriteText(_, let timescale):
            return try CopyPipeline(plan: track, timescale: timescale, in: context)
        case .stitch(let stitching, let clock):
            return try StitchPipeline(plan: track, stitching: stitching, clock: clock, in: context)
        case .encodeVideo(let encoding, let clock):
            guard let pair = track.pair else {
                return try FramePipeline(plan: track, encoding: encoding, clock: clock, in: context)
            }
            return try PairPipeline(plan: track, pair: pair, encoding: encoding, clock: clock, in: context)
        case .encodeAudio(let encoding, let rate, let pitch) where !track.mixed.isEmpty:
            return try MixPipeline(plan: track, encoding: encoding, sampleRate: rate, pitch: pitch, in: context)
        case .encodeAudio(let encoding, let rate, let pitch):
            return try AudioPipeline(plan: track, encoding: encoding, sampleRate: rate, pitch: pitch, in: context)
        case .attach, .leaveOut:
            let input = plan.inputs[track.attachedFrom]
            return try AttachPipeline(plan: track, input: input, container: plan.container)
        }
    }
}

extension TrackPipeline {
    /// When something of the track is first seen or heard: decoders leave out what Opus begins with.
    fileprivate func begin(in container: Container) -> RationalTime? {
        guard let first = presentation.first, !container.traits.hasEditLists,
            let header = OpusHeader(description.parameters)
        else { return presentation.first }
        return try? first + RationalTime(Int64(header.leadIn), OpusHeader.sampleRate)
    }
}

extension Chapter {
    /// The chapter in microseconds, which every container can store.
    fileprivate var info: ChapterInfo {
        func microseconds(_ time: RationalTime) -> Int64 {
            (try? time.ticks(over: 1_000_000, rounding: .nearest)) ?? 0
        }
        return ChapterInfo(
            timeBase: TimeBase(1, 1_000_000),
            start: microseconds(range.start),
            end: microseconds(range.end),
            metadata: metadata.map(\.entry)
        )
    }
}
