/// A file that cannot be created.
package struct OutputFileError: Error {
    package enum Code: Sendable {
        /// The file is there already.
        case exists
        /// The file is the one that is read.
        case isInput
        /// The user may not create it there.
        case notPermitted
        /// No room for it.
        case noSpace
        /// There is no such place.
        case notCreated
    }

    package let code: Code
    /// What failed, and why.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
