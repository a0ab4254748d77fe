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

    init(_ message: String, hint: String? = nil, cause: String? = nil, status: Int32) {
        error = Content(message: message, hint: hint, cause: cause, status: status)
    }
}
