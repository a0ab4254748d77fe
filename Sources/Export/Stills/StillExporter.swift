internal import FFmpeg
internal import Files

/// Where stills go.
public enum StillOutput: Hashable, Sendable {
    /// One still into one file, with this path.
    case file(String)
    /// A file for each still into a folder, which is made where it is not there.
    case folder(String)
    /// All stills into one image, with this path: small, in rows of so many, with the instant and the number of each frame
    /// under it. `nil`: as many in a row as make the sheet about as wide as a screen.
    case sheet(String, columns: Int?)

    /// The usual path of a contact sheet in a folder, by the name of the clip.
    public static func sheetPath(in folder: String, of plan: StillPlan, _ format: StillFormat) -> String {
        "\(folder)/\(StillNames(plan, format: format).sheet)"
    }
}

/// What a run wrote.
public struct StillReport: Sendable {
    /// A file.
    public struct File: Hashable, Sendable {
        /// Where it is.
        public let path: String
        /// What it shows; a contact sheet shows several.
        public let stills: [Still]
        /// In pixels.
        public let width: Int
        /// In pixels.
        public let height: Int
    }

    /// The files, in the order of time.
    public let files: [File]
    /// Frames that could not be decoded: there is no still of them.
    public let missing: [Still]
    /// The places where the clip could not be read; of many the first 50.
    public let damage: [Damage]
    /// The number of all damaged places.
    public let damageCount: Int
}

/// Writes frames of a clip as images.
public struct StillExporter: Sendable {
    /// Which frames.
    public let plan: StillPlan
    /// The kind of the files.
    public let format: StillFormat

    /// An exporter of planned stills.
    public init(plan: StillPlan, format: StillFormat) {
        self.plan = plan
        self.format = format
    }

    /// The paths of the files that a run writes, in the order of time.
    public func paths(of output: StillOutput) -> [String] {
        switch output {
        case .file(let path), .sheet(let path, _): return [path]
        case .folder(let folder):
            let names = StillNames(plan, format: format)
            return plan.stills.map { "\(folder)/\(names.name(of: $0))" }
        }
    }

    /// Decodes the frames, in one pass, and writes them. Each file appears when it is whole. Files that were written before an
    /// error, or before the run was cancelled, stay.
    ///
    /// - Parameters:
    ///   - output: Where they go.
    ///   - overwriting: Whether files that are there may be replaced. The clip itself never is.
    ///   - cancellation: Lets another thread give the run up.
    ///   - onProgress: Gets how many stills are done.
    /// - Returns: What was written.
    /// - Throws: ``ExportError``: `.outputExists` before anything is written; `.settings` for several stills in one file;
    ///   `.cancelled`, and others where the clip cannot be read or a file not be written.
    /// - Complexity: Memory does not grow with the number of stills, but for a contact sheet.
    public func run(
        to output: StillOutput,
        overwriting: Bool = false,
        cancellation: Cancellation = Cancellation(),
        onProgress: (Int) -> Void = { _ in }
    ) throws(ExportError) -> StillReport {
        var run = Run(plan: plan, format: format, overwrites: overwriting, cancellation: cancellation)
        do {
            try write(to: output, with: &run, overwriting, onProgress)
        } catch  where [.noSpace, .writing].contains(error.code) && paths(of: output).count > 1 {
            throw ExportError(error.code, "\(error.message); \(run.written)", cause: error.cause)
        }
        return run.report
    }

    private func write(
        to output: StillOutput,
        with run: inout Run,
        _ overwriting: Bool,
        _ onProgress: (Int) -> Void
    ) throws(ExportError) {
        try explaining {
            let paths = paths(of: output)
            if case .file(let path) = output, plan.stills.count > 1 {
                throw ExportError(.settings, "\(plan.stills.count) stills do not go into one file, \(path)")
            }
            for path in paths {
                try OutputFile.check(path, inputs: [plan.media.file(besides: path)], overwrites: overwriting)
            }
            if case .sheet(let path, let columns) = output {
                try run.writeSheet(to: path, columns: columns, onProgress)
            } else {
                try run.writeStills(to: paths, onProgress)
            }
        }
    }

    /// The images of the frames, in the order of time, as the files would be: for whoever needs no files.
    ///
    /// - Returns: `nil` in the place of a frame that cannot be decoded.
    /// - Throws: ``ExportError`` where the clip cannot be read, or its frames not be such images.
    /// - Complexity: All images are held in memory.
    package func images() throws(ExportError) -> [[UInt8]?] {
        let run = Run(plan: plan, format: format, overwrites: false, cancellation: Cancellation())
        var images: [[UInt8]?] = []
        try explaining { try run.makeImages { _, image in images.append(image?.bytes) } }
        return images
    }

    /// Does something, and explains what goes wrong.
    private func explaining(_ body: () throws -> Void) throws(ExportError) {
        do {
            try body()
        } catch let error as OutputFileError {
            throw ExportError(error)
        } catch let error as FileError {
            throw ExportError(error.isFull ? .noSpace : .writing, "\(error)", cause: error)
        } catch let error as FFmpegError {
            throw plan.media.isRead(from: error.subject)
                ? ExportError(reading: error.subject, error)
                : ExportError(.unsupported, error.description, cause: error)
        } catch {
            throw ExportError(whileReading: plan.media.path, error)
        }
    }
}

/// A run of a ``StillExporter``.
private struct Run {
    let plan: StillPlan
    let format: StillFormat
    let overwrites: Bool
    let cancellation: Cancellation
    private let damage = DamageLog()
    private var files: [StillReport.File] = []
    private var missing: [Still] = []

    init(plan: StillPlan, format: StillFormat, overwrites: Bool, cancellation: Cancellation) {
        self.plan = plan
        self.format = format
        self.overwrites = overwrites
        self.cancellation = cancellation
    }

    var report: StillReport {
        StillReport(files: files, missing: missing, damage: damage.entries, damageCount: damage.count)
    }

    private var stream: StreamInfo { plan.media.streams[plan.track.index] }

    mutating func writeStills(to paths: [String], _ onProgress: (Int) -> Void) throws {
        // What is read stays the same while files are added.
        let run = self
        try run.makeImages { index, image in
            try checkCancellation()
            let still = plan.stills[index]
            if let image { try write(image, of: [still], to: paths[index]) } else { missing.append(still) }
            onProgress(index + 1)
        }
    }

    /// Makes the images of all stills, one after another; `nil` where a frame cannot be decoded.
    func makeImages(_ body: (Int, StillImage.File?) throws -> Void) throws {
        let facts = ClipFacts(plan)
        var frames = try StillFrames.open(plan, damage: damage)
        var image = StillImage(stream, format: format)
        for (index, still) in plan.stills.enumerated() {
            if let frame = try frames.frame(of: still) {
                try body(index, image.file(of: frame, facts.description(of: still)))
            } else {
                try body(index, nil)
            }
        }
    }

    mutating func writeSheet(to path: String, columns: Int?, _ onProgress: (Int) -> Void) throws {
        var frames = try StillFrames.open(plan, damage: damage)
        var sheet = try ContactSheet.empty(of: stream, for: plan.stills, columns: columns)
        try format.check(sheet.layout.width, sheet.layout.height)
        for (index, still) in plan.stills.enumerated() {
            try checkCancellation()
            let frame = try frames.frame(of: still)
            if frame == nil { missing.append(still) }
            try sheet.add(still, frame, at: index)
            onProgress(index + 1)
        }
        let absent = Set(missing)
        let shown = plan.stills.filter { !absent.contains($0) }
        // A sheet of nothing is none.
        guard !shown.isEmpty else { return }
        try write(try sheet.file(format, ClipFacts(plan).description(of: nil)), of: shown, to: path)
    }

    private mutating func write(_ image: StillImage.File, of stills: [Still], to path: String) throws {
        try SmallFile.write(image.bytes, to: path, inputs: [plan.media.file(besides: path)], overwrites: overwrites)
        files.append(StillReport.File(path: path, stills: stills, width: image.width, height: image.height))
    }

    private func checkCancellation() throws(ExportError) {
        guard cancellation.isCancelled else { return }
        throw ExportError(.cancelled, "interrupted; \(written)")
    }

    /// How many files there are, in words.
    var written: String {
        if files.isEmpty { return "nothing was written" }
        return "\(files.count) of \(plan.stills.count) stills \(files.count == 1 ? "was" : "were") written"
    }
}
