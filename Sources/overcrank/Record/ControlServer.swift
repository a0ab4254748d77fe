internal import Capture
internal import Glibc
internal import LocalSockets
internal import Pipeline

/// Does what `overcrank controls` asks of a camera that is being recorded.
struct ControlServer {
    private let listener: LocalListener

    /// How long a program may take to say what it wants, in seconds.
    private static let patience = 2

    /// Listens on a thread of its own; `nil` where it cannot. A recording that cannot be reached goes on, and says so.
    ///
    /// - Parameters:
    ///   - recorder: whose camera it is.
    ///   - voice: says each change.
    /// - Returns: the server, which runs until it is ended.
    static func start(_ recorder: Recorder, _ voice: CameraVoice) -> ControlServer? {
        guard let folder = RuntimeFolder.make() else {
            voice.say("note: 'overcrank controls' cannot reach this recording: there is no folder for its socket")
            return nil
        }
        do {
            let listener = try LocalListener.open(in: folder)
            let server = ControlServer(listener: listener)
            do {
                try DetachedThread.start {
                    while var connection = listener.accept() {
                        connection.limitWaits(to: patience)
                        answer(&connection, recorder, voice)
                    }
                }
            } catch {
                server.end()
                throw error
            }
            return server
        } catch {
            voice.say("note: 'overcrank controls' cannot reach this recording: \(error)")
            return nil
        }
    }

    /// Nobody is heard any more.
    func end() { listener.end() }

    private static func answer(_ connection: inout LocalConnection, _ recorder: Recorder, _ voice: CameraVoice) {
        let device = recorder.device
        let greeting = RecordingMessage.Greeting(process: getpid(), id: device.id, node: device.node)
        guard let line = RecordingMessage.line(greeting) else { return }
        connection.send(line)
        guard let request = connection.receive().flatMap({ RecordingMessage.read(ControlRequest.self, from: $0) })
        else { return }
        let answer: RecordingMessage.Answer
        do {
            let reply = try request.perform(on: recorder)
            for change in reply.changes { voice.confirm(change) }
            answer = .reply(reply)
        } catch {
            let failure = Failure(error)
            answer = .failure(status: failure.exitCode, message: failure.message, hint: failure.hint)
        }
        if let line = RecordingMessage.line(answer) { connection.send(line) }
    }
}
