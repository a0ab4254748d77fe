internal import CFFmpeg

/// Owns an `AVCodecContext`.
///
/// A class, because Swift 6.3 miscompiles a throwing initializer that assigns a noncopyable property last: optimised
/// builds destroy the property before it has a value.
///
/// `@unchecked Sendable`: the wrapper that holds it is noncopyable, so only one thread at a time uses it.
@safe
final class CodecContext: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVCodecContext>
    /// That under which the log keeps its errors; `nil` where nobody asks for them.
    let number: UInt?

    /// With `keepingErrors` the log keeps its errors for as long as it lives.
    init(for codec: UnsafePointer<AVCodec>, keepingErrors: Bool = false) throws(FFmpegError) {
        unsafe pointer = try unsafe allocated(avcodec_alloc_context3(codec), "a codec")
        number = keepingErrors ? FFmpegLog.shared.registerDecoder() : nil
        unsafe pointer.pointee.opaque = number.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) }
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVCodecContext>? = unsafe pointer
        // Until then its threads may log.
        unsafe avcodec_free_context(&pointer)
        if let number { FFmpegLog.shared.forgetErrors(ofDecoder: number) }
    }
}
