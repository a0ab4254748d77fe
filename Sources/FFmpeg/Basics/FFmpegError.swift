internal import CFFmpeg
internal import Glibc

/// A libav call that failed: what was tried, on what, libav's code, and the last line that libav logged about it.
package struct FFmpegError: Error, Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// What was tried, as a verb phrase: `open`, `decode a frame of`, `write the header of`.
    package var operation: String
    /// The file, codec or filter that it was tried on.
    package var subject: String
    /// libav's error code (negative).
    package var code: Int32
    /// The last line that libav logged before, without its line break.
    package var logLine: String?
    /// Whether the file is of a format that libav knows, and that is none of those that are read.
    package var isUnreadFormat = false

    package init(_ operation: String, _ subject: String, code: Int32) {
        self.init(operation, subject, code: code, logLine: FFmpegLog.shared.lastLine())
    }

    init(_ operation: String, _ subject: String, code: Int32, logLine: String?) {
        self.operation = operation
        self.subject = subject
        self.code = code
        self.logLine = logLine
    }

    /// libav's or the system's own words for the code.
    package var reason: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe av_strerror(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    package var description: String { "cannot \(operation) \(subject): \(reason)" }

    /// The last line that libav logged, which often says more; without one, the description.
    package var debugDescription: String { logLine ?? description }

    /// The `errno` behind the code, where there is one.
    package var errno: Int32? { (1..<4096).contains(-code) ? -code : nil }

    package var isEndOfFile: Bool { code == oc_averror_eof }
    package var isInvalidData: Bool { code == oc_averror_invaliddata }

    /// Whether a codec fails because its input is damaged. Decoders use many codes for that; only ENOMEM means something
    /// else.
    package var isDamage: Bool { errno != ENOMEM }
}

/// Returns a code of libav's that is zero or positive, and throws a negative one.
@discardableResult
func check(
    _ code: Int32,
    _ operation: @autoclosure () -> String,
    _ subject: @autoclosure () -> String
) throws(FFmpegError) -> Int32 {
    guard code >= 0 else { throw FFmpegError(operation(), subject(), code: code) }
    return code
}

/// Returns the pointer of a call that allocates, and throws ENOMEM where there is none.
func allocated<Value>(_ pointer: Value?, _ what: @autoclosure () -> String) throws(FFmpegError) -> Value {
    guard let pointer else { throw FFmpegError("allocate", what(), code: oc_averror(ENOMEM)) }
    return pointer
}
