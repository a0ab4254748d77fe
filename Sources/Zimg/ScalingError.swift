internal import CZimg

/// What zimg refused.
package struct ScalingError: Error, Hashable, CustomStringConvertible {
    /// In zimg's words.
    package let reason: String

    init(reason: String) { self.reason = reason }

    /// The last error of this thread.
    static func last() -> ScalingError {
        var text = [CChar](repeating: 0, count: 256)
        let code = unsafe zimg_get_last_error(&text, text.count)
        let message = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return ScalingError(reason: message.isEmpty ? "error \(code.rawValue)" : message)
    }

    package var description: String { "cannot scale frames: \(reason)" }
}
