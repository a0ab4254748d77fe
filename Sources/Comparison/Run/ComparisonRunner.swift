public import Export
internal import FFmpeg
internal import Files
internal import MediaTime
internal import Pipeline
internal import TimeStretch

/// Runs a comparison: renders, measures, draws, and writes the directory.
public struct ComparisonRunner: Sendable {
    /// What is done.
    public let plan: ComparisonPlan

    /// A runner for a plan.
    public init(plan: ComparisonPlan) { self.plan = plan }

    /// Writes the directory. It gets its name only when all its files are complete.
    ///
    /// Blocks until the work is done. `onProgress` is called on the calling thread, several times a second, with a fraction
    /// between 0 and 1. With `overwriting` an existing directory is replaced, if it is empty, or if a comparison made all
    /// files in it.
    ///
    /// - Throws: ``ComparisonError`` of any code.
    public func run(
        to directory: String,
        overwriting: Bool = false,
        cancellation: Cancellation = Cancellation(),
        onProgress: (Double) -> Void = { _ in }
    ) throws(ComparisonError) -> ComparisonReport {
        // Errors name what is written by its hidden name, of which nobody knows.
        var hidden = directory
        func named(_ error: ComparisonError) -> ComparisonError {
            guard error.code != .cancelled else { return Self.interruption(directory) }
            return ComparisonError(error.code, error.message.replacing(hidden, with: directory), cause: error.cause)
        }
        do {
            let output = try OutputDirectory.create(path: directory, inputs: inputs) { path in
                try Self.mayReplace(path, overwriting)
            }
            hidden = output.writingPath
            let report = try fill(output, cancellation, onProgress)
            try output.commit { try MadeDirectory.check($0, calling: directory) }
            return report
        } catch let error as ComparisonError {
            throw named(error)
        } catch let error as ExportError {
            throw named(ComparisonError(error))
        } catch let error as OutputFileError {
            throw named(ComparisonError(error))
        } catch let error as FileError {
            throw named(ComparisonError(error))
        } catch let error as SmallFileError {
            throw named(ComparisonError(error))
        } catch let error as ThreadError {
            throw ComparisonError(error)
        } catch let error as FFmpegError {
            throw named(ComparisonError(error))
        } catch let error as TimeStretchError {
            throw ComparisonError(.algorithm, "\(error)", cause: error)
        } catch is Cancelled {
            throw Self.interruption(directory)
        } catch {
            throw ComparisonError(.fault, "\(error)", cause: error)
        }
    }

    /// Checks that a run may write a directory. Nothing is written.
    ///
    /// - Parameters:
    ///   - directory: The path that it would have.
    ///   - overwriting: Whether one that is there may be replaced, as by ``run(to:overwriting:cancellation:onProgress:)``.
    /// - Throws: ``ComparisonError`` of the codes with which a run would end there.
    public func checkOutput(_ directory: String, overwriting: Bool) throws(ComparisonError) {
        do {
            try OutputDirectory.check(path: directory, inputs: inputs) { try Self.mayReplace($0, overwriting) }
        } catch let error as ComparisonError {
            throw error
        } catch let error as OutputFileError {
            throw ComparisonError(error)
        } catch {
            throw ComparisonError(.fault, "\(error)", cause: error)
        }
    }

    private static func mayReplace(_ path: String, _ overwriting: Bool) throws(ComparisonError) -> Bool {
        try MadeDirectory.check(path, calling: path)
        return overwriting
    }

    /// The paths of all files that are read.
    private var inputs: [String] {
        [plan.input.path]
            + plan.sections.flatMap(\.entries).compactMap { entry in
                if case .file(let media) = entry.origin { media.path } else { nil }
            }
    }

    private static func interruption(_ directory: String) -> ComparisonError {
        ComparisonError(.cancelled, "interrupted; nothing was written to \(directory)")
    }

    private func fill(
        _ output: borrowing OutputDirectory,
        _ cancellation: Cancellation,
        _ onProgress: (Double) -> Void
    ) throws -> ComparisonReport {
        for section in plan.sections { try output.makeDirectory(section.folder) }
        let folder = output.writingPath
        let clip = ClipRenderer(plan: plan, folder: folder, cancellation: cancellation)
        let bench = try TestBench(clip: clip, source: try clip.source())
        let footprints = try bench.footprints()
        let entries = plan.sections.indices.flatMap { section in
            plan.sections[section].entries.indices.map { (section: section, entry: $0) }
        }
        let jobs = Double(max(1, 2 * entries.count + plan.sections.count))
        let videos = try Parallel.map(
            Array(plan.sections.indices),
            meanwhile: { onProgress(Double($0) / jobs) },
            { section in try Attempt { try clip.video(plan.sections[section]) } }
        )
        let videoCount = Double(plan.sections.count)
        let attempts = try Parallel.map(
            entries,
            meanwhile: { onProgress((videoCount + Double($0)) / jobs) },
            { entry in
                try Attempt { try bench.rendering(entry.entry, of: plan.sections[entry.section], footprints) }
            }
        )
        let sections = plan.sections.indices.map { section in
            zip(entries, attempts).filter { $0.0.section == section }.map(\.1)
        }
        let renderings = sections.map { $0.compactMap(\.result) }
        let finisher = RenderingFinisher(folder: folder, matchesLevels: plan.matchesLevels, cancellation: cancellation)
        let finished = try Parallel.map(
            renderings.flatMap(finisher.leveled),
            meanwhile: { onProgress((videoCount + Double(entries.count + $0)) / jobs) },
            finisher.finish
        )
        var report = bench.report
        var rest = finished[...]
        report.rates = zip(zip(plan.sections, videos), sections).map { planned, attempts in
            let (section, video) = planned
            let count = attempts.count { $0.result != nil }
            defer { rest = rest.dropFirst(count) }
            return ComparisonReport.Rate(
                rate: section.rate.description,
                duration: section.duration.fraction,
                durationSeconds: section.duration.seconds,
                video: video.result.flatMap { $0 },
                notes: bench.remarks + section.notes + [video.refusal].compactMap { $0 }
                    + attempts.compactMap(\.refusal),
                renderings: Array(rest.prefix(count))
            )
        }
        report.files = ["index.html", "results.json", report.source, report.program] + report.renderedFiles
        try ComparisonPage(report: report, folder: folder).write()
        return report
    }
}

/// What became of a part of the plan.
private enum Attempt<Result: Sendable>: Sendable {
    case result(Result)
    /// It is left out; why, in words.
    case refusal(String)

    init(_ body: () throws -> Result) throws {
        do {
            self = .result(try body())
        } catch let refusal as Refusal {
            self = .refusal(refusal.words)
        }
    }

    var result: Result? {
        if case .result(let result) = self { result } else { nil }
    }
    var refusal: String? {
        if case .refusal(let words) = self { words } else { nil }
    }
}
