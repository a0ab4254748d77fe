internal import CFFmpeg

/// Owns an `AVBSFContext`.
///
/// A class, because Swift 6.3 miscompiles a throwing initializer that assigns a noncopyable property last: optimised
/// builds destroy the property before it has a value.
///
/// `@unchecked Sendable`: the wrapper that holds it is noncopyable, so only one thread at a time uses it.
@safe
final class BitstreamFilterContext: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVBSFContext>

    init(chain: String) throws(FFmpegError) {
        var parsed: UnsafeMutablePointer<AVBSFContext>?
        try check(unsafe av_bsf_list_parse_str(chain, &parsed), "parse the bit-stream filter", chain)
        unsafe pointer = try unsafe allocated(parsed, "a bit-stream filter")
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVBSFContext>? = unsafe pointer
        unsafe av_bsf_free(&pointer)
    }
}
