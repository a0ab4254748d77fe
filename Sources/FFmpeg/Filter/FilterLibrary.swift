internal import CFFmpeg

/// The functions of libavfilter. The library is opened when the first chain of filters is built.
///
/// `@unchecked Sendable`: the addresses of the functions do not change.
@safe
struct FilterLibrary: @unchecked Sendable {
    let functions: oc_filter_functions

    /// The library, or the error with which it could not be opened.
    static let shared = Result<FilterLibrary, FFmpegError> { () throws(FFmpegError) in try FilterLibrary() }

    private init() throws(FFmpegError) {
        var functions = oc_filter_functions()
        try check(unsafe oc_find_filter_functions(&functions), "load", unsafe String(cString: oc_filter_library()))
        self.functions = functions
    }
}
