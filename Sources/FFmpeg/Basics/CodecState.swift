/// What a codec or a filter answers when it is asked for its next result.
package enum CodecState: Hashable, Sendable {
    /// There is a result.
    case produced
    /// It needs more input first (libav's EAGAIN, which is no error).
    case needsInput
    /// There will be no more results.
    case ended
}
