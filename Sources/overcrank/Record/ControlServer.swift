internal import Capture
internal import Glibc
internal import LocalSockets
internal import Pipeline
internal import Synchronization

/// Does what `overcrank controls` asks of a camera that is being recorded.
final class ControlServer: Sendable {
    private let listener: LocalListener
    /// A line that says which camera it is.
    private let greeting: String
    private let perform: @Sendable (ControlRequest) throws -> ControlReply
    /// One request at a time.
    private let turn = Mutex(())

    /// How long a program may take to say what it wants, in seconds.
    private let patience: Int

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
        let device = recorder.device
        let greeting = RecordingMessage.Greeting(process: getpid(), id: device.id, node: device.node)
        do {
            return try open(in: folder, greeting) { request in
                let reply = try request.perform(on: recorder)
                for change in reply.changes { voice.confirm(change) }
                return reply
            }
        } catch {
            voice.say("note: 'overcrank controls' cannot reach this recording: \(error)")
            return nil
        }
    }

    /// Listens on a thread of its own.
    ///
    /// - Parameters:
    ///   - folder: where the socket is made.
    ///   - greeting: what each program is told at once.
    ///   - patience: how long a program may take to say what it wants, in seconds.
    ///   - perform: does what is asked, one request after the other.
    /// - Returns: the server, which runs until it is ended.
    /// - Throws: `SocketError` where there can be no socket, `ThreadError` where the system gives no thread.
    static func open(
        in folder: String,
        _ greeting: RecordingMessage.Greeting,
        patience: Int = 2,
        _ perform: @escaping @Sendable (ControlRequest) throws -> ControlReply
    ) throws -> ControlServer {
        let listener = try LocalListener.open(in: folder)
        let server = ControlServer(listener, RecordingMessage.line(greeting) ?? "", patience, perform)
        do {
            try DetachedThread.start { server.listen() }
        } catch {
            server.end()
            throw error
        }
        return server
    }

    private init(
        _ listener: LocalListener,
        _ greeting: String,
        _ patience: Int,
        _ perform: @escaping @Sendable (ControlRequest) throws -> ControlReply
    ) {
        self.listener = listener
        self.greeting = greeting
        self.patience = patience
        self.perform = perform
    }

    /// Nobody is heard any more.
    func end() { listener.end() }

    /// Greets each program at once, whatever the camera is doing: where nothing is heard there is no recording.
    private func listen() {
        while let connection = listener.accept() {
            connection.limitWaits(to: patience)
            connection.send(greeting)
            let caller = OneShot(connection)
            // Without a thread the connection ends, which the program says.
            try? DetachedThread.start { self.answer(caller) }
        }
    }

    private func answer(_ caller: OneShot<LocalConnection>) {
        guard var connection = caller.take(),
            let request = connection.receive().flatMap({ RecordingMessage.read(ControlRequest.self, from: $0) })
        else { return }
        let answer = turn.withLock { _ in outcome(of: request) }
        if let line = RecordingMessage.line(answer) { connection.send(line) }
    }

    private func outcome(of request: ControlRequest) -> RecordingMessage.Answer {
        do {
            return .reply(try perform(request))
        } catch {
            let failure = Failure(error)
            return .failure(status: failure.exitCode, message: failure.message, hint: failure.hint)
        }
    }
}
