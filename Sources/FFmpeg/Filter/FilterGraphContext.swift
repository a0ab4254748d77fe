internal import CFFmpeg

/// Owns an `AVFilterGraph`.
///
/// A class, because Swift 6.3 miscompiles a throwing initializer that assigns a noncopyable property last: optimised
/// builds destroy the property before it has a value.
///
/// `@unchecked Sendable`: the wrapper that holds it is noncopyable, so only one thread at a time uses it.
@safe
final class FilterGraphContext: @unchecked Sendable {
    let functions: oc_filter_functions
    let pointer: UnsafeMutablePointer<AVFilterGraph>

    init() throws(FFmpegError) {
        functions = try FilterLibrary.shared.get().functions
        unsafe pointer = try unsafe allocated(functions.avfilter_graph_alloc(), "a filter graph")
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFilterGraph>? = unsafe pointer
        unsafe functions.avfilter_graph_free(&pointer)
    }
}
