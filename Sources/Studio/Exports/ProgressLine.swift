internal import FoundationEssentials

/// A line that the program prints on standard error: progress, or an error, as JSON; or words for people.
enum ProgressLine {
    case progress(fraction: Double, secondsLeft: Double?)
    case error(String)
    case words(String)

    private struct Document: Decodable {
        struct Failure: Decodable {
            let message: String
            let hint: String?
        }

        let fraction: Double?
        let secondsLeft: Double?
        let error: Failure?
    }

    init(_ line: String) {
        guard line.hasPrefix("{"), let document = try? JSONDecoder().decode(Document.self, from: Data(line.utf8)) else {
            self = .words(line)
            return
        }
        if let error = document.error {
            self = .error(error.message + (error.hint.map { " (\($0))" } ?? ""))
        } else if let fraction = document.fraction {
            self = .progress(fraction: fraction, secondsLeft: document.secondsLeft)
        } else {
            self = .words(line)
        }
    }
}
