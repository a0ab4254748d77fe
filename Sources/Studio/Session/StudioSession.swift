public import Export
internal import Files
internal import Synchronization
public import TimeStretch

/// A session of looking at clips and editing them. It knows no network: any front end can show it.
public final class StudioSession: Sendable {
    /// What happens.
    public enum Event: Sendable {
        /// More is known of a clip.
        case clip(OpenedClip)
        /// The exports have changed.
        case exports([ExportJob])
    }

    /// What the session was given.
    public let settings: StudioSettings
    /// The clips that are open.
    public let library: ClipLibrary
    /// Their frames.
    public let frames: FrameServer
    /// Where results go, without links.
    public let outputFolder: String
    /// Results on their way.
    public let exports: ExportQueue
    /// Presets to begin with.
    public let presets: PresetShelf

    private let thumbnails = Thumbnails()
    private let previews = PreviewShelf()
    private let sounds = SoundStreams()
    private let kept: KeptEdits
    private let planner: any StudioPlanner
    private let listeners: Listeners

    final class Listeners: Sendable {
        private let bodies = Mutex<[Int: @Sendable (Event) -> Void]>([:])
        private let numbers = Atomic(0)

        func add(_ body: @escaping @Sendable (Event) -> Void) -> Int {
            let number = numbers.add(1, ordering: .relaxed).newValue
            bodies.withLock { $0[number] = body }
            return number
        }

        func remove(_ number: Int) { bodies.withLock { $0[number] = nil } }

        func tell(_ event: Event) {
            let bodies = bodies.withLock { Array($0.values) }
            for body in bodies { body(event) }
        }
    }

    /// Opens a session with its clips.
    ///
    /// - Throws: ``StudioError`` for folders that are not there, for one that results cannot be written to, and for clips that cannot
    ///   be opened.
    public init(_ settings: StudioSettings, planner: any StudioPlanner) throws(StudioError) {
        guard let folder = ReadablePlaces.whole(settings.outputFolder), ReadablePlaces.kind(of: folder) == .folder
        else {
            throw StudioError(.notWritable, "there is no folder \(settings.outputFolder)")
        }
        do throws(OutputFileError) {
            try OutputFile.check(directory: folder)
        } catch {
            throw StudioError(
                error.code == .notPermitted ? .forbidden : .notWritable,
                error.message,
                hint: "choose another folder for results"
            )
        }
        let places = try ReadablePlaces(folders: settings.folders)
        let listeners = Listeners()
        self.settings = settings
        self.planner = planner
        self.listeners = listeners
        outputFolder = folder
        presets = PresetShelf(settings.presets)
        let frames = FrameServer()
        self.frames = frames
        let library = ClipLibrary(places, captureRate: settings.captureRate) { clip in
            frames.moreIsKnown(of: clip)
        } onChange: { clip in
            listeners.tell(.clip(clip))
        } onClose: { clip in
            frames.forget(clip)
        }
        let queue = QueueNews()
        let exports = ExportQueue(settings.program) {
            queue.tell(listeners)
        } onDone: { path in
            guard (try? library.allow(path)) != nil else { return nil }
            return (try? library.openResult(path))?.id
        }
        queue.set(exports)
        self.exports = exports
        self.library = library
        for path in settings.clips {
            try library.allow(path)
            _ = try library.open(path)
        }
        kept = KeptEdits(in: settings.stateFolder)
        openKept()
    }

    /// Tells of the queue, which does not exist yet when it is told whom to tell.
    private final class QueueNews: Sendable {
        private let queue = Mutex<ExportQueue?>(nil)

        func set(_ queue: ExportQueue) { self.queue.withLock { $0 = queue } }

        func tell(_ listeners: Listeners) {
            if let queue = queue.withLock({ $0 }) { listeners.tell(.exports(queue.jobs)) }
        }
    }

    /// Opens the clips of the edit that was worked on last, of those whose clips may be read. Where no clips were named, its own
    /// may.
    private func openKept() {
        for edit in kept.all where !edit.paths.isEmpty {
            if settings.clips.isEmpty { for path in edit.paths { try? library.allow(path) } }
            if edit.paths.allSatisfy({ (try? library.open($0)) != nil }) { return }
        }
    }

    /// Has a body called for whatever happens, on any thread. It must not wait.
    ///
    /// - Returns: A number by which it is forgotten again.
    public func listen(_ body: @escaping @Sendable (Event) -> Void) -> Int { listeners.add(body) }

    /// Forgets a listener.
    public func forget(_ listener: Int) { listeners.remove(listener) }

    /// Ends the export that runs at once, where the program ends without closing the session.
    public func abandonExports() { exports.abandon() }

    /// Ends everything that the session has begun.
    public func close() {
        exports.close()
        sounds.close()
        library.close()
        frames.close()
    }

    /// A small picture of the key frame at or before an instant (asset time, in seconds).
    ///
    /// - Throws: ``StudioError``.
    public func thumbnail(of clip: OpenedClip, at seconds: Double, height: Int) throws(StudioError) -> Picture {
        try thumbnails.picture(of: clip, at: seconds, height: height)
    }

    /// A frame in its full resolution, as a PNG file. Frames are counted from 0.
    ///
    /// - Throws: ``StudioError``.
    public func still(of clip: OpenedClip, frame: Int) throws(StudioError) -> [UInt8] {
        try ClipStills.png(of: clip, frame: frame)
    }

    /// The command line of an edit.
    ///
    /// - Throws: ``StudioError``: `.notFound` for a clip that is not open; `.outdated` for one that is no longer what was opened.
    public func command(for document: EditDocument) throws(StudioError) -> EditCommand {
        var clips: [MediaDescription] = []
        for id in document.clips.prefix(2) { clips.append(try library.unchangedClip(id).media) }
        let captureRate = clips.contains(where: \.isOfImages) ? settings.captureRate : nil
        return EditCommand(document, paths: clips.map(\.path), into: outputFolder, captureRate: captureRate)
    }

    /// Puts an export of an edit behind the others. It fails where one of its clips is replaced or written to before it is its turn: it would be
    /// another edit.
    ///
    /// - Parameters:
    ///   - document: The edit.
    ///   - replacing: Whether a file of the result's name is replaced.
    /// - Returns: The job that waits.
    /// - Throws: ``StudioError``: as ``command(for:)`` does; `.exists` where there is such a file; `.invalid` for an edit that has problems, and
    ///   for a result that is being exported already; `.busy` where too many wait.
    public func export(_ document: EditDocument, replacing: Bool) throws(StudioError) -> ExportJob {
        var clips: [OpenedClip] = []
        for id in document.clips.prefix(2) { clips.append(try library.unchangedClip(id)) }
        return try exports.add(command(for: document), replacing: replacing) { [clips] in
            clips.lazy.compactMap { clip in
                clip.media.change.map { "\(clip.name) \($0) while its export waited: export it again" }
            }.first
        }
    }

    /// An edit's command for what is only shown: a name that the result cannot have is no matter before it is written.
    ///
    /// - Parameters:
    ///   - command: The edit's own.
    ///   - document: The edit.
    /// - Returns: The same, or one with the usual name.
    /// - Throws: ``StudioError``: `.notFound` for a clip that is not open.
    public func shown(_ command: EditCommand, of document: EditDocument) throws(StudioError) -> EditCommand {
        guard command.problems.contains(where: { $0.field == EditProblem.output }) else { return command }
        var unnamed = document
        unnamed.output = nil
        return try self.command(for: unnamed)
    }

    /// What an edit's command line means.
    ///
    /// - Throws: ``StudioError`` for what the program would refuse.
    public func plan(of command: EditCommand) throws -> ExportPlan {
        let opened = library.clips.map { clip in
            PlannedClip(media: clip.media) { number in
                // The end of the last frame is an instant, too, as soon as it is known.
                if clip.index.isComplete, number == clip.index.count { return clip.index.end }
                return Int(exactly: number).flatMap { clip.index.start(of: $0) }
            }
        }
        return try planner.plan(command.arguments, opened: opened)
    }

    /// What the program would print of an edit's plan, as JSON.
    ///
    /// - Throws: ``StudioError`` for what the program would refuse.
    public func planDocument(of command: EditCommand) throws -> String {
        try planner.document(of: plan(of: command), output: command.output)
    }
}

/// What has not been exported yet.
extension StudioSession {
    /// The result of an edit, to be looked at and heard. It is not copied or encoded; which algorithm stretches its sound is said
    /// when it is heard.
    ///
    /// - Throws: ``StudioError`` for what the program would refuse: `.invalid` where a part of the edit is wrong.
    public func preview(_ document: EditDocument) throws -> Preview {
        let own = try shown(command(for: document), of: document)
        if let problem = own.problems.first { throw StudioError(.invalid, problem.message) }
        var document = document
        document.pitch = nil
        let plan = try plan(of: shown(command(for: document), of: document))
        let clips = try document.clips.map { id throws(StudioError) in try library.clip(id) }
        return previews.add { Preview(id: $0, plan: plan, clips: clips) }
    }

    /// A preview by its number.
    ///
    /// - Throws: ``StudioError``: `.notFound`.
    public func preview(_ id: Int) throws(StudioError) -> Preview { try previews.preview(id) }

    /// Samples of a preview's sound, interleaved; fewer at its end. Pieces that follow one another are of one stretch.
    ///
    /// - Parameters:
    ///   - preview: What is heard.
    ///   - pitch: How it is stretched.
    ///   - sample: The number of the first sample (target time).
    ///   - count: How many.
    /// - Returns: The samples, channel by channel within each instant.
    /// - Throws: ``StudioError`` where it cannot be rendered.
    public func sound(
        of preview: Preview,
        pitch: PitchAlgorithm,
        from sample: Int64,
        count: Int
    ) throws(StudioError) -> [Float] {
        guard let sound = preview.sound else { throw StudioError(.invalid, "nothing is heard") }
        return try sounds.samples(of: sound, preview: preview.id, pitch: pitch, from: sample, count: count)
    }

    /// Which instant of a second clip is that of a first one, by what is heard in both.
    ///
    /// - Throws: ``StudioError`` where it cannot be said.
    public func align(_ first: OpenedClip, _ second: OpenedClip) throws(StudioError) -> ClipAlignment {
        do {
            return try ClipAlignment.byAudio(first.media, second.media)
        } catch {
            let hint = error.code == .notAligned ? "step both clips to one event, and their marks say so" : nil
            throw StudioError(.unreadable, error.message, hint: hint)
        }
    }
}

/// What is kept for a later session.
extension StudioSession {
    /// The edits that were kept of clips that are open, the newest first.
    public var recovered: [RecoveredEdit] {
        let numbers = Dictionary(library.clips.map { ($0.media.path, $0.id) }) { first, _ in first }
        return kept.all.compactMap { edit in
            let clips = edit.paths.compactMap { numbers[$0] }
            guard !clips.isEmpty, clips.count == edit.paths.count else { return nil }
            var document = edit.document
            document.clips = clips
            return RecoveredEdit(work: edit.work, document: document)
        }
    }

    /// Keeps an edit, in place of what was kept under the same name. One that sets nothing is not kept: it would take the place of
    /// one that does.
    ///
    /// - Parameters:
    ///   - document: The edit.
    ///   - work: What it is kept under: 1 to 64 bytes.
    /// - Throws: ``StudioError``: `.notFound` for a clip that is not open, `.invalid` for another name.
    public func keep(_ document: EditDocument, as work: String) throws(StudioError) {
        guard (1...64).contains(work.utf8.count) else { throw StudioError(.invalid, "a work has a short name") }
        let document = document.normalised
        guard !document.isUntouched, !document.clips.isEmpty else { return }
        var paths: [String] = []
        for id in document.clips { paths.append(try library.clip(id).media.path) }
        kept.keep(KeptEdit(work: work, document: document, paths: paths))
    }

    /// Forgets what was kept under a name.
    public func forgetKept(_ work: String) { kept.forget(work) }
}
