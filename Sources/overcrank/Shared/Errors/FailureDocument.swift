/// An error with `--json`.
struct FailureDocument: Encodable {
    struct Content: Encodable {
        let message: String
        /// What the user can do.
        let hint: String?
        let cause: String?
        /// The exit code.
        let status: Int32
    }

    let error: Content

    init(_ failure: Failure) {
        error = Content(
            message: failure.message,
            hint: failure.hint,
            cause: failure.cause,
            status: failure.exitCode
        )
    }
}
