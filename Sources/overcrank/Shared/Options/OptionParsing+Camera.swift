internal import Capture
internal import MediaTime

extension OptionParsing {
    @Sendable static func cameraRate(_ text: String) throws -> FrameRate {
        try explained { () throws(ParseError) in try FrameRate(parsing: text) }
    }

    @Sendable static func size(_ text: String) throws -> FrameSize {
        try explained { () throws(ParseError) in try FrameSize(parsing: text) }
    }

    @Sendable static func format(_ text: String) throws -> FourCharacterCode {
        try explained { () throws(ParseError) in try FourCharacterCode(parsing: text) }
    }

    /// An exposure: `1/500`, `2ms`.
    @Sendable static func shutter(_ text: String) throws -> RationalTime {
        try explained { () throws(ParseError) in try LockRequest.shutter(parsing: text) }
    }
}
