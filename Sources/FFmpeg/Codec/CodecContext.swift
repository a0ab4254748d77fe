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

    init(for codec: UnsafePointer<AVCodec>) throws(FFmpegError) {
        unsafe pointer = try unsafe allocated(avcodec_alloc_context3(codec), "a codec")
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVCodecContext>? = unsafe pointer
        unsafe avcodec_free_context(&pointer)
    }
}
