/// What a codec or filter says when asked for its next result.
package enum CodecState: Hashable, Sendable {
    /// The result is there.
    case produced
    /// It wants more input first (libav's EAGAIN: a state, not an error).
    case needsInput
    /// All is handed out.
    case ended
}
