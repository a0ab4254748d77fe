internal import Capture
internal import LocalSockets

/// A recording of another process of this user, to which requests can be sent.
struct RunningRecording: ~Copyable {
    private let greeting: RecordingMessage.Greeting
    private var connection: LocalConnection

    /// How long a recording may take to say which it is, and to answer, in seconds: cameras may need some to set something.
    private static let patience = (greeting: 1, answer: 10)

    /// The recording of a camera; `nil` where there is none.
    ///
    /// - Throws: ``Failure`` where there are several: the synthetic camera can be recorded more than once at a time; and where there
    ///   is none but one that does not say which it is.
    static func find(_ camera: String) throws -> RunningRecording? {
        var found: RunningRecording?
        var silent: String?
        for path in RuntimeFolder.sockets() {
            var opened: LocalConnection?
            do throws(SocketError) {
                opened = try LocalConnection.open(path, patience: patience.greeting)
            } catch {
                silent = path
            }
            guard var connection = opened.take() else { continue }
            guard let line = connection.receive() else {
                if !connection.isOver { silent = path }
                continue
            }
            guard let greeting = RecordingMessage.read(RecordingMessage.Greeting.self, from: line),
                greeting.means(camera)
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
        // A camera of the system that it records is held by it, which says so; the synthetic one can be opened beside it.
        if found == nil, let silent, camera == CameraRequest.synthetic { throw silence(at: silent) }
        return found
    }

    private static func silence(at path: String) -> Failure {
        Failure(
            status: .deviceBusy,
            message: "a recording does not answer, which may be that of the synthetic camera: \(path)",
            hint: "that name begins with the number of its process: end it, or let it go on"
        )
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
