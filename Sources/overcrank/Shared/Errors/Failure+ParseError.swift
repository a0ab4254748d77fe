internal import Composition
internal import MediaTime

extension Failure {
    /// Text that is no time, rate or range.
    init(_ error: ParseError) { self.init(status: .usage, message: "\(error)") }

    /// Text that is no edit.
    init(_ error: EditParseError) { self.init(status: .usage, message: "\(error)") }
}
