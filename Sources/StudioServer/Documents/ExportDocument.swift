internal import PathNames
internal import Studio

/// An export, for the page.
struct ExportDocument: Encodable {
    let id: Int
    let output, name, state, commandLine: String
    let fraction: Double
    let secondsLeft: Double?
    let message: String?
    let clip: Int?

    init(_ job: ExportJob) {
        id = job.id
        output = job.output
        name = PathName.last(of: job.output)
        state = job.stage.rawValue
        commandLine = job.line
        (fraction, secondsLeft, message, clip) = (job.fraction, job.secondsLeft, job.message, job.clip)
    }
}
