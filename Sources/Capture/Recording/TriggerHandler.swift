internal import MediaTime

/// Begins files when triggers say so, and does what is asked of those that come while a file is written.
/// The writer's thread alone uses it.
final class TriggerHandler {
    private let settings: RecordingSettings
    private let interval: RationalTime
    private let output: RecordingOutput
    private let status: RecordingStatus
    private let requests: RecordingRequests
    /// Triggers for which no file could be begun yet, in order.
    private var waiting: [Waiting] = []

    private struct Waiting {
        let instant: RationalTime
        /// Whether it came while a file was written: then it is marked, and the next file begins where that one ends.
        let isQueued: Bool
    }

    /// - Parameters:
    ///   - settings: how the recording is to be made.
    ///   - interval: from one frame to the next.
    ///   - output: where files are begun.
    ///   - status: gets what is to be said.
    ///   - requests: has the triggers.
    init(
        settings: RecordingSettings,
        interval: RationalTime,
        output: RecordingOutput,
        status: RecordingStatus,
        requests: RecordingRequests
    ) {
        self.settings = settings
        self.interval = interval
        self.output = output
        self.status = status
        self.requests = requests
    }

    /// Takes up the triggers of which frames have come.
    ///
    /// - Parameters:
    ///   - origin: the first frame's instant.
    ///   - now: the newest frame's instant.
    /// - Throws: what keeps a file from being begun.
    func handle(since origin: RationalTime, upTo now: RationalTime) throws {
        guard let preRoll = settings.start.preRoll else { return }
        let triggers = requests.takeTriggers(before: now)
        // The sooner one comes, the less is hidden before what is shown.
        if !triggers.isEmpty { requests.keyFrames.ask() }
        if output.isWriting {
            for trigger in triggers { try takeLate(trigger, since: origin) }
            if let active = requests.takeActivity() { try extend(after: active, since: origin) }
            return
        }
        waiting += triggers.map { Waiting(instant: $0, isQueued: false) }
        guard let first = waiting.first, output.canBegin else { return }
        // All that were queued have the file that begins where the one before ended.
        let others = waiting.dropFirst().filter { !$0.isQueued }
        waiting.removeAll()
        let trigger = first.instant
        if !first.isQueued { mark(trigger) }
        output.files.trigger = trigger
        let showing = try max(output.earliest, ticks(trigger - preRoll - origin))
        try output.begin(showing: showing)
        if !first.isQueued { try complain(trigger, preRoll, origin, showing: showing) }
        // Those that came with it, or before there was a frame to begin with.
        for other in others { try takeLate(other.instant, since: origin) }
        // It cannot, where the recording is being ended at the same time.
        if output.isWriting { try? status.go(.begin) }
    }

    /// Takes up the triggers after which no frame came, where a file of theirs would show one that did. A file that is written goes on no
    /// longer for them: it has all that came.
    ///
    /// - Parameters:
    ///   - origin: the first frame's instant.
    ///   - newest: the last frame's instant.
    /// - Throws: what keeps a file from being begun.
    func finish(since origin: RationalTime, newest: RationalTime) throws {
        guard let preRoll = settings.start.preRoll, !output.isWriting else { return }
        try handle(since: origin, upTo: newest + preRoll)
        guard !output.isWriting, !waiting.isEmpty || !requests.takeTriggers(before: nil).isEmpty else { return }
        status.note("a trigger made no file: the recording ended, and there was no frame to show")
    }

    /// A trigger that comes while a file is written.
    private func takeLate(_ trigger: RationalTime, since origin: RationalTime) throws {
        switch settings.retrigger {
        case .ignore:
            status.note("a trigger was ignored: a file was being written")
        case .extend:
            mark(trigger)
            try extend(after: trigger, since: origin)
        case .queue:
            mark(trigger)
            guard settings.start.makesSegments else { return }
            waiting.append(Waiting(instant: trigger, isQueued: true))
            status.note("a trigger came while a file was written: the next file begins where it ends")
        }
    }

    private func extend(after trigger: RationalTime, since origin: RationalTime) throws {
        guard settings.retrigger == .extend, let duration = settings.limits.duration,
            let preRoll = settings.start.preRoll
        else { return }
        output.extend(until: try ticks(trigger + duration - preRoll - origin))
    }

    private func mark(_ trigger: RationalTime) {
        requests.add(RecordingMark(instant: trigger, title: "Trigger"))
    }

    /// Says where there is less before a trigger than was asked for.
    private func complain(
        _ trigger: RationalTime,
        _ preRoll: RationalTime,
        _ origin: RationalTime,
        showing: Int64
    ) throws {
        // Where a file goes on with what the one before had begun, its first frame may be still to come.
        let shown = output.shownStart ?? showing
        let start = try origin + RationalTime(shown, MovieLayout.clockRate)
        let had = max(.zero, try trigger - start)
        guard try had + interval < preRoll else { return }
        let isAfterFile = output.earliest > 0 && showing <= output.earliest
        let isDropped = output.newestDropped.map { $0 >= showing } ?? false
        // Else the first frame since then is shown, however long it is after that.
        let isFilmed = try output.firstStartable.map { try $0 <= ticks(trigger - preRoll - origin) } ?? false
        guard isDropped || isAfterFile || !isFilmed else { return }
        let why =
            isDropped
            ? "what is earlier was no longer in memory"
            : isAfterFile ? "what is earlier is in the file before" : "nothing earlier had been filmed"
        status.note(
            "\(had.seconds.text(decimals: 2)) s are before the trigger, not \(preRoll.seconds.text(decimals: 2)): \(why)"
        )
    }

    private func ticks(_ time: RationalTime) throws -> Int64 {
        try time.ticks(over: MovieLayout.clockRate, rounding: .nearest)
    }
}
