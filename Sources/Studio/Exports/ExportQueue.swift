internal import Glibc
internal import PathNames
internal import Pipeline
internal import Programs

/// Exports, one after another. Each is carried out by the program itself, as the command line that is shown: so what comes out is
/// what that command line gives.
public final class ExportQueue: Sendable {
    private struct State {
        var jobs: [ExportJob] = []
        var next = 1
        /// Jobs that replace a file.
        var forced: Set<Int> = []
        /// What may hinder jobs that wait when it is their turn.
        var obstacles: [Int: @Sendable () -> String?] = [:]
        var running: ChildProgram?
        var isWorking = false
        var isClosed = false
    }

    private let program: ExportProgram
    private let state = Monitor(State())
    private let onChange: @Sendable () -> Void
    private let onDone: @Sendable (String) -> Int?

    /// More are not kept in the list: those that ended first are forgotten.
    private static let most = 100
    private let patience: Int

    /// - Parameters:
    ///   - program: What carries them out.
    ///   - patience: For so many milliseconds the end of a job is waited for that was told to end.
    ///   - onChange: is called when a job changes.
    ///   - onDone: opens a result, and gives its number.
    init(
        _ program: ExportProgram,
        patience: Int = 5000,
        onChange: @escaping @Sendable () -> Void,
        onDone: @escaping @Sendable (String) -> Int?
    ) {
        (self.program, self.patience, self.onChange, self.onDone) = (program, patience, onChange, onDone)
    }

    /// All jobs, the oldest first.
    public var jobs: [ExportJob] { state.withQuietLock { $0.jobs } }

    /// Puts an export behind the others.
    ///
    /// - Parameters:
    ///   - command: What it does.
    ///   - replacing: Whether a file of that name is replaced.
    ///   - obstacle: Is asked when it is the job's turn, and says why it cannot be carried out any more; `nil` where it can.
    /// - Returns: The job that waits.
    /// - Throws: ``StudioError``: `.exists` where there is such a file; `.invalid` for an edit that has problems.
    func add(
        _ command: EditCommand,
        replacing: Bool,
        obstacle: @escaping @Sendable () -> String? = { nil }
    ) throws(StudioError) -> ExportJob {
        if let problem = command.problems.first { throw StudioError(.invalid, problem.message) }
        var status = stat()
        if !replacing, unsafe lstat(command.output.pathBytes, &status) == 0 {
            throw StudioError(.exists, "\(command.output) exists already")
        }
        let added = state.withLock { state -> Result<(ExportJob, Bool), StudioError> in
            let open = state.jobs.filter { $0.stage == .waiting || $0.stage == .running }
            if open.contains(where: { $0.output == command.output }) {
                return .failure(StudioError(.invalid, "\(command.output) is being exported already"))
            }
            if state.isClosed || open.count >= Self.most {
                return .failure(StudioError(.busy, "too many exports wait"))
            }
            let job = ExportJob(id: state.next, arguments: command.arguments, output: command.output)
            state.next += 1
            state.jobs.append(job)
            if replacing { state.forced.insert(job.id) }
            state.obstacles[job.id] = obstacle
            if state.jobs.count > Self.most, let old = state.jobs.firstIndex(where: { $0.hasEnded }) {
                state.jobs.remove(at: old)
            }
            defer { state.isWorking = true }
            return .success((job, !state.isWorking))
        }
        let (job, mustStart) = try added.get()
        if mustStart {
            do {
                try DetachedThread.start { [self] in work() }
            } catch {
                state.withLock { $0.isWorking = false }
                throw StudioError(.failed, "\(error)")
            }
        }
        onChange()
        return job
    }

    /// Gives a job up; one that has ended is forgotten.
    ///
    /// - Throws: ``StudioError``: `.notFound`.
    public func remove(_ id: Int) throws(StudioError) {
        let running = state.withLock { state -> Result<ChildProgram?, StudioError> in
            guard let place = state.jobs.firstIndex(where: { $0.id == id }) else {
                return .failure(StudioError(.notFound, "there is no export \(id)"))
            }
            switch state.jobs[place].stage {
            case .waiting:
                state.jobs[place].stage = .cancelled
                state.obstacles[id] = nil
            case .running:
                state.jobs[place].stage = .cancelled
                return .success(state.running)
            case .done, .failed, .cancelled: state.jobs.remove(at: place)
            }
            return .success(nil)
        }
        try running.get()?.signal(SIGINT)
        onChange()
    }

    /// Ends all jobs, and waits for the one that runs.
    func close() {
        let running = state.withLock { state -> ChildProgram? in
            state.isClosed = true
            for place in state.jobs.indices where !state.jobs[place].hasEnded { state.jobs[place].stage = .cancelled }
            return state.running
        }
        // A program that is being started is interrupted as soon as it has been.
        running?.signal(SIGINT)
        // It gives its file up in less.
        let hasEnded = state.wait(milliseconds: patience) { $0.isWorking ? nil : true }
        // An encoder may be busy for longer. A file without a name is gone with its program.
        if hasEnded == nil { abandon() }
    }

    /// Ends the job that runs, without waiting for it to give its file up: that has no name before it is whole.
    func abandon() { state.withLock { $0.running }?.signal(SIGKILL) }

    private func work() {
        while let (job, isForced) = nextJob() {
            run(job, isForced)
            onChange()
        }
    }

    private func nextJob() -> (ExportJob, Bool)? {
        state.withLock { state in
            guard !state.isClosed, let place = state.jobs.firstIndex(where: { $0.stage == .waiting }) else {
                state.isWorking = false
                return nil
            }
            state.jobs[place].stage = .running
            return (state.jobs[place], state.forced.remove(state.jobs[place].id) != nil)
        }
    }

    private func run(_ job: ExportJob, _ isForced: Bool) {
        onChange()
        let obstacle = state.withLock { $0.obstacles.removeValue(forKey: job.id) }
        if let reason = obstacle?() {
            return change(job.id) { job in
                guard job.stage == .running else { return }
                (job.stage, job.message) = (.failed, reason)
            }
        }
        let words = job.arguments + program.always + (isForced ? program.replacing : [])
        let child: ChildProgram
        do {
            // A session of its own: it can be interrupted also where a shell has us ignore that, as it does in the background.
            child = try ChildProgram.start([program.path] + words, errors: .pipe, inOwnSession: true)
        } catch {
            return change(job.id) { job in
                job.stage = .failed
                job.message = "\(error)"
            }
        }
        // It may have been given up just now.
        let isWanted = state.withLock { state -> Bool in
            state.running = child
            return state.jobs.contains { $0.id == job.id && $0.stage == .running } && !state.isClosed
        }
        if !isWanted { child.signal(SIGINT) }
        child.errors?.lines { line in take(ProgressLine(line), of: job.id) }
        let end = child.wait()
        state.withLock { $0.running = nil }
        let clip = end.isSuccess ? onDone(job.output) : nil
        change(job.id) { job in
            guard !end.isSuccess else {
                (job.stage, job.fraction, job.clip) = (.done, 1, clip)
                return
            }
            if job.stage != .cancelled { job.stage = .failed }
            if job.message == nil { job.message = "the program ended: \(end)" }
        }
    }

    private func take(_ line: ProgressLine, of id: Int) {
        change(id) { job in
            switch line {
            case .progress(let fraction, let left): (job.fraction, job.secondsLeft) = (fraction, left)
            case .error(let message): job.message = message
            case .words(let words): job.message = words
            }
        }
        onChange()
    }

    private func change(_ id: Int, _ body: (inout ExportJob) -> Void) {
        state.withLock { state in
            if let place = state.jobs.firstIndex(where: { $0.id == id }) { body(&state.jobs[place]) }
        }
    }
}

extension ExportJob {
    /// Whether nothing more happens to it.
    var hasEnded: Bool { stage == .done || stage == .failed || stage == .cancelled }
}
