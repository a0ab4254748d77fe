internal import LocalSockets

/// A recording of another process of this user, to which requests can be sent.
struct RunningRecording: ~Copyable {
    private let greeting: RecordingMessage.Greeting
    private var connection: LocalConnection

    /// How long a recording may take to say which it is, and to answer, in seconds: cameras may need some to set something.
    private static let patience = (greeting: 1, answer: 10)

    /// The recording of a camera; `nil` where there is none.
    ///
    /// - Throws: ``Failure`` where there are several: the synthetic camera can be recorded more than once at a time.
    static func find(_ camera: String) throws -> RunningRecording? {
        var found: RunningRecording?
        for path in RuntimeFolder.sockets() {
            guard var connection = LocalConnection.open(path) else { continue }
            connection.limitWaits(to: patience.greeting)
            guard let line = connection.receive(),
                let greeting = RecordingMessage.read(RecordingMessage.Greeting.self, from: line), greeting.means(camera)
            else { continue }
            if let other = found.take() {
                throw Failure(
                    status: .deviceBusy,
                    message: "\(camera) is recorded by the processes \(other.greeting.process) and \(greeting.process)",
                    hint: "one of them can be told by a line on its standard input, with --keys"
                )
            }
            found = RunningRecording(greeting: greeting, connection: connection)
        }
        return found
    }

    private init(greeting: RecordingMessage.Greeting, connection: consuming LocalConnection) {
        self.greeting = greeting
        self.connection = connection
    }

    /// Has the recording do something.
    ///
    /// - Throws: ``Failure`` where it cannot, or does not answer.
    consuming func answer(to request: ControlRequest) throws -> ControlReply {
        let process = greeting.process
        connection.limitWaits(to: Self.patience.answer)
        if let line = RecordingMessage.line(request) { connection.send(line) }
        let answer = connection.receive().flatMap { RecordingMessage.read(RecordingMessage.Answer.self, from: $0) }
        switch answer {
        case .reply(let reply): return reply
        case .failure(let status, let message, let hint):
            throw Failure(status: ExitStatus(rawValue: status) ?? .internalFault, message: message, hint: hint)
        case nil:
            throw Failure(
                status: .deviceBusy,
                message: "the camera is being recorded by process \(process), which does not answer"
            )
        }
    }
}
