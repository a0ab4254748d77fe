internal import Capture
internal import MediaTime

extension OptionParsing {
    /// An exposure: `1/500`, `2ms`.
    @Sendable static func shutter(_ text: String) throws -> RationalTime {
        try explained { () throws(ParseError) in try LockRequest.shutter(parsing: text) }
    }
}
