internal import Pipeline

/// The threads of one recording, what each of them runs, and the queues between them.
struct RecordingSession {
    let workers = WorkerGroup()
    let devices: DeviceOwner
    let reader: FrameReader
    let audioReader: AudioReader?
    let examiner: FrameExaminer
    let writer: RecordingWriter
    let queue: FrameQueue
    let audioQueue: AudioQueue?
    let live: LiveControls
    let status: RecordingStatus
    let requests: RecordingRequests

    /// Starts the devices, then the threads. Where one of them fails, all that was started is stopped again, and no file is
    /// left.
    ///
    /// - Parameter beginning: what the recording does as soon as the devices deliver.
    /// - Throws: ``CaptureError``, whatever keeps the devices from delivering.
    func start(_ beginning: RecordingTransition) throws(CaptureError) {
        do throws(CaptureError) {
            try devices.microphone?.start()
            try devices.camera.start()
            try status.go(beginning)
            startThreads()
            // No thread's body throws: it is a thread that could not be started.
            if let failure = workers.failure { throw CaptureError(anything: failure) }
        } catch {
            status.requestEnd(.error)
            queue.finish()
            audioQueue?.finish()
            examiner.finish()
            try? workers.join()
            try? devices.camera.stop()
            try? devices.microphone?.stop()
            writer.abandon()
            throw error
        }
    }

    /// Tells those who read events and frames that there are no more, as soon as the threads have ended; nobody waits for them. Until then
    /// the devices stay as they are.
    func endUnattended() {
        workers.whenEnded { [self] in
            status.finishEvents()
            requests.finishFeeds()
        }
    }

    private func startThreads() {
        workers.start { [reader] in reader.run() }
        if live.isThere { workers.start { [live] in live.watch() } }
        if devices.camera.mode.isStream, live.makesKeyFrames { workers.start { [live] in live.makeKeyFrames() } }
        // Whoever examines frames hands them to those who read them.
        if examiner.isBeside {
            workers.start { [examiner, requests] in
                examiner.run()
                requests.finishFeeds()
            }
        }
        if let audioReader { workers.start { audioReader.run() } }
        workers.start { [writer, examiner, requests] in
            writer.run()
            if !examiner.isBeside { requests.finishFeeds() }
        }
    }
}
