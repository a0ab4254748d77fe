internal import Capture
internal import MediaTime

/// Records one of the command's cameras, on a thread of its own, until all of it is recorded.
struct CameraRun: Sendable {
    let session: RecordingSession
    let camera: RecordedCamera

    private var plan: RecordingPlan { session.plan }
    private var place: CameraPlace { camera.place }
    private var voice: CameraVoice { camera.voice }

    /// Makes all its recordings. What goes wrong is said at once where there are others, which go on.
    func run() {
        let outcome = record()
        session.group?.leave(place.number)
        camera.active.leave()
        session.take(outcome, of: place)
        if place.count > 1, var failure = outcome.failure(isEnding: session.isEnding) {
            failure.isVerbose = plan.isVerbose
            for line in failure.lines(place.prefix) { session.news.complain(line) }
        }
    }

    private func record() -> CameraOutcome {
        let series = RecordingSeries(active: camera.active, reconnects: plan.reconnects, duration: plan.duration)
        do {
            let summaries = try series.run(place.device) { device, before in
                try record(device, before)
            } waiting: { name in
                camera.active.wait()
                voice.say("waiting for \(name) to deliver again; Ctrl-C ends it.")
            }
            return CameraOutcome(summaries: summaries)
        } catch let error as CaptureError where error.code == .cancelled {
            // It is said of all cameras together.
            return CameraOutcome()
        } catch {
            return CameraOutcome(error: Failure(error))
        }
    }

    /// One recording of a camera, the first one for `nil`, from its beginning to its end, after others.
    private func record(_ device: String?, _ before: [RecordingSummary]) throws -> RecordingSummary {
        let settings = plan.settings(place, after: before)
        let recorder = try start(device, settings, after: before.last)
        let camera = device ?? "\(recorder.device.name) (\(recorder.device.node ?? recorder.device.id))"
        voice.say("\(recorder.state == .waiting ? "Watching" : "Recording") \(camera); Ctrl-C ends it.")
        if session.begins(), let help = plan.help { session.news.say(help) }
        let server = ControlServer.start(recorder, voice)
        defer { server?.end() }
        try session.command?.begin(for: self.camera, after: before.count)
        var notes = RecordingNotes()
        var audio = AudioComplaints()
        func tell() {
            for note in notes.news(recorder.notes) { voice.say("note: \(note)") }
            // Cameras that are recorded together hear the same microphone.
            for line in audio.news(recorder.audioWarnings) { session.news.say(once: line) }
            for line in session.attendant.news(of: recorder, camera: place.number) { session.news.say(line) }
        }
        let summary = try recorder.finish(meanwhile: tell)
        tell()
        session.attendant.turn(place.number)
        // A limit that one has reached is one of all; each measures its own time.
        if summary.end == .size || summary.end == .space { session.cameras.end(for: summary.end) }
        if !RecordingSeries.isInVain(summary, after: before) {
            report(summary, settings, gap: RecordingSeries.gap(after: before.last, until: summary))
        }
        return summary
    }

    /// Opens the camera and begins to record it; the first time, after no other recording, together with the others.
    private func start(
        _ device: String?,
        _ settings: RecordingSettings,
        after before: RecordingSummary?
    ) throws -> Recorder {
        let isFirst = before == nil
        let recorder: Recorder
        do {
            recorder = try session.open {
                try Recorder(
                    plan.request(device, at: before?.device.bus),
                    microphone: plan.microphone,
                    settings: settings,
                    as: session.group?.member(place.number),
                    isCancelled: { camera.active.isEnding }
                )
            }
        } catch {
            if isFirst { session.gate.leave() }
            throw error
        }
        if let report = recorder.lockReport {
            for change in report.changes where change.isRounded { voice.say("warning: \(ControlTable.line(change))") }
            report.warnings.forEach { voice.warn($0) }
            if isFirst {
                plan.idleOptions(for: report.granted.format, of: recorder.device).forEach { voice.say("note: \($0)") }
            }
        }
        // There is room before a file begins.
        session.attendant.news(of: nil, camera: place.number).forEach { session.news.say($0) }
        if isFirst { session.gate.pass() }
        try recorder.start()
        camera.active.take(recorder)
        return recorder
    }

    private func report(_ summary: RecordingSummary, _ settings: RecordingSettings, gap: RationalTime?) {
        guard !plan.writesJSON else {
            let document = RecordingDocument(
                summary,
                settings,
                camera: place.count > 1 ? place.number : nil,
                gap: gap,
                deleted: session.attendant.takeDeleted()
            )
            do {
                session.news.write(try JSON.line(document))
            } catch {
                session.news.complain("error: \(error)")
            }
            return
        }
        voice.say(
            all: (gap.map { ["gap: \($0.clock) without a frame"] } ?? [])
                + RecordingTable(summary, isTriggered: settings.start != .continuous).lines
        )
    }
}
