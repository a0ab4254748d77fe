internal import MediaTime

extension Recorder {
    /// How much audio may wait for the writer, in seconds.
    private static let audioBuffer = 20

    /// Makes what a recording needs, without touching the devices. Its first file is there, unless a trigger is waited for.
    ///
    /// - Throws: ``CaptureError`` where settings contradict each other or the devices, and where files cannot be created.
    func makeSession() throws(CaptureError) -> RecordingSession {
        try settings.check(microphone: devices.microphone)
        let (camera, microphone) = (devices.camera, devices.microphone)
        let queue = FrameQueue(byteLimit: settings.bufferSize)
        let reader = try FrameReader(
            stream: camera,
            queue: queue,
            status: status,
            requests: requests,
            isLive: isLive,
            adoptsSize: settings.storesAnySize(of: camera.mode),
            limits: settings.limitsOfWaiting,
            hasDelivered: settings.continues
        )
        let audio = try microphone.map { stream throws(CaptureError) in try audioTrack(for: stream) }
        let watch = try settings.start.trigger.map { trigger throws(CaptureError) in
            try TriggerWatch(
                trigger,
                mode: camera.mode,
                retrigger: settings.retrigger,
                status: status,
                circle: circle,
                camera: number
            )
        }
        let examiner = FrameExaminer(
            mode: camera.mode,
            watch: watch,
            stills: StillWriter(mode: camera.mode, camera: camera.device, status: status, requests: requests),
            isLive: isLive,
            status: status,
            requests: requests
        )
        let coder = try settings.coder(
            for: camera.mode,
            sharedBy: member?.count ?? 1,
            status: status,
            requests: requests
        )
        let output = try RecordingOutput(files(of: coder, audio), settings: settings, status: status)
        let writer = try RecordingWriter(
            settings: settings,
            pace: { reader.pace },
            mode: camera.mode,
            coder: coder,
            queue: queue,
            audio: audio,
            isLive: isLive,
            output: output,
            watch: watch,
            examiner: examiner,
            status: status,
            requests: requests
        )
        let audioReader = microphone.flatMap { stream in
            audio.map { AudioReader(stream: stream, queue: $0.queue, status: status, isLive: isLive) }
        }
        return RecordingSession(
            devices: devices,
            reader: reader,
            audioReader: audioReader,
            examiner: examiner,
            writer: writer,
            queue: queue,
            audioQueue: audio?.queue,
            live: live,
            status: status,
            requests: requests
        )
    }

    private func audioTrack(for stream: any AudioStream) throws(CaptureError) -> RecordingWriter.AudioTrack {
        let coder: AudioCoder
        do throws(CaptureError) {
            coder = try AudioCoder.make(sampleRate: stream.sampleRate, channelCount: stream.channelCount)
        } catch {
            guard stream.channelCount > 2 else { throw error }
            throw CaptureError(
                .tooManyChannels,
                "\(stream.name) has \(stream.channelCount) channels, which cannot be stored apart",
                cause: error
            )
        }
        return RecordingWriter.AudioTrack(
            queue: AudioQueue(limit: stream.sampleRate * stream.channelCount * Self.audioBuffer),
            coder: coder
        )
    }

    private func files(
        of coder: any FrameCoder,
        _ audio: RecordingWriter.AudioTrack?
    ) throws(CaptureError) -> RecordingFiles {
        func ticks(_ time: RationalTime) -> Int64 {
            (try? time.ticks(over: MovieLayout.clockRate, rounding: .up)) ?? 0
        }
        let camera = devices.camera
        return try RecordingFiles(
            tracks: { [settings] in [settings.turned(coder.track)] + (audio.map { [$0.coder.track] } ?? []) },
            interval: ticks(camera.mode.frameDuration),
            lead: audio.map { ticks(RationalTime(2 * Int64($0.coder.packetLength), Int32($0.coder.sampleRate))) } ?? 0,
            settings: settings,
            metadata: RecordingMetadata(
                device: camera.device,
                mode: camera.mode,
                requested: requested,
                // A camera that does not say how it is set can be recorded all the same.
                controls: (try? live.all()) ?? [],
                tags: settings.metadata
            ),
            member: member,
            status: status,
            requests: requests
        )
    }
}
