/// What is wrong with a run of the command.
struct Verdict {
    enum Fault: CustomStringConvertible {
        case signal(Int32)
        case hung
        /// An exit code that means nothing for a damaged file.
        case exit(Int32)
        /// More memory than a small file can need, in bytes.
        case memory(Int)
        /// An error, and a file that it left.
        case left(String)
        case inputChanged
        /// The command says that all went well, and a second reader finds nothing in the result.
        case refused(String)
        /// An error without a word, or one that is not in the form of all errors.
        case unexplained(String)

        var description: String {
            switch self {
            case .signal(let number): "ended by signal \(number)"
            case .hung: "does not end"
            case .exit(let code): "exit code \(code)"
            case .memory(let bytes): "takes \(bytes >> 20) MiB"
            case .left(let path): "leaves \(path)"
            case .inputChanged: "changes its input"
            case .refused(let reason): "ffprobe finds nothing in the result: \(reason)"
            case .unexplained(let text): "an error without a reason: \(text)"
            }
        }
    }

    let ending: LimitedProcess.Ending
    var faults: [Fault] = []

    /// Success; a wrong request for this file; no media; not supported; it cannot be read or written.
    private static let codes: Set<Int32> = [0, 64, 65, 69, 74]
    private static let memoryLimit = 1 << 30

    init(_ outcome: LimitedProcess.Outcome) {
        ending = outcome.ending
        switch outcome.ending {
        case .hung: faults.append(.hung)
        case .signal(let number): faults.append(.signal(number))
        case .exited(let code) where !Self.codes.contains(code): faults.append(.exit(code))
        case .exited(0): break
        case .exited:
            let line = outcome.errors.split(separator: "\n").first { !$0.hasPrefix("warning: ") } ?? ""
            // With --json it is a document.
            if !line.hasPrefix("error: "), !line.hasPrefix(#"{"error":{"#) {
                faults.append(.unexplained(outcome.errors))
            }
        }
        if outcome.memory > Self.memoryLimit { faults.append(.memory(outcome.memory)) }
    }
}
