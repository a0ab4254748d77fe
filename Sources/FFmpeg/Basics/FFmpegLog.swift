internal import CFFmpeg
internal import Glibc
internal import Synchronization

/// Keeps libav's messages instead of printing them: the newest 32, for error messages, and the errors of each decoder,
/// because a decoder that conceals damage reports success.
final class FFmpegLog: Sendable {
    static let shared = FFmpegLog()

    private struct Line {
        var thread: pthread_t
        var text: String
        var isError: Bool
    }

    private struct State {
        var lines: [Line] = []
        /// Threads that call libav. Their lines are about their own calls.
        var callers: Set<pthread_t> = []
        /// The newest errors of each decoder, by the decoder's number: one of each packet.
        var errorsOfDecoders: [UInt: [LoggedError]] = [:]
        var lastDecoder: UInt = 0
    }

    private static let capacity = 32
    private let state = Mutex(State())

    private init() {
        unsafe av_log_set_callback { object, level, format, arguments in
            // Lines about progress and for debugging are dropped before they are formatted.
            guard let format = unsafe format, let arguments = unsafe arguments else { return }
            let isConcealment = unsafe oc_log_is_concealment(level, format) != 0
            guard level <= AV_LOG_WARNING || isConcealment else { return }
            var buffer = [CChar](repeating: 0, count: 512)
            unsafe oc_log_format(object, level, format, arguments, &buffer, Int32(buffer.count))
            let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
            let owner = unsafe oc_log_owner(object)
            let isError = level <= AV_LOG_ERROR || isConcealment
            let ticks = timestamp(unsafe oc_log_ticks(object))
            FFmpegLog.shared.append(String(decoding: bytes, as: UTF8.self), isError: isError, decoder: owner, at: ticks)
        }
    }

    /// Takes libav's messages from now on, and those of the calling thread as about its own calls. Everything that opens
    /// something calls it.
    static func install() {
        let thread = pthread_self()
        shared.state.withLock { _ = $0.callers.insert(thread) }
    }

    private func append(_ raw: String, isError: Bool, decoder: UInt, at ticks: Int64?) {
        var text = Substring(raw)
        while text.last?.isWhitespace == true { text.removeLast() }
        guard !text.isEmpty else { return }
        // libav names an object by its address, which is of no use to a reader: `[h264 @ 0x55…] ` becomes `h264: `.
        if text.first == "[", let at = text.firstIndex(of: "@"), let close = text.firstIndex(of: "]") {
            let name = text[text.index(after: text.startIndex)..<at]
            var rest = text[text.index(after: close)...].drop { $0 == " " }
            // Another object within that one.
            if rest.first == "[", let end = rest.firstIndex(of: "]"), rest[..<end].contains("@") {
                rest = rest[rest.index(after: end)...].drop { $0 == " " }
            }
            text = name.filter { $0 != " " } + ": " + rest
        }
        let line = Line(thread: pthread_self(), text: String(text), isError: isError)
        state.withLock { state in
            if state.lines.count == Self.capacity { state.lines.removeFirst() }
            state.lines.append(line)
            guard isError, decoder != 0 else { return }
            var errors = state.errorsOfDecoders.removeValue(forKey: decoder) ?? []
            errors.removeAll { $0.ticks == ticks }
            if errors.count == Self.capacity { errors.removeFirst() }
            errors.append(LoggedError(ticks: ticks, text: line.text))
            state.errorsOfDecoders[decoder] = errors
        }
    }

    /// The newest line of the calling thread, or else of a thread that calls nothing itself, because codecs log from threads
    /// of their own. The lines of that thread are then forgotten, so that a later error does not show one that is not
    /// about it.
    func lastLine() -> String? {
        let thread = pthread_self()
        return state.withLock { state in
            let own = state.lines.last { $0.thread == thread }
            guard let line = own ?? state.lines.last(where: { !state.callers.contains($0.thread) }) else { return nil }
            state.lines.removeAll { $0.thread == line.thread }
            return line.text
        }
    }

    /// Forgets the lines of the calling thread.
    func forget() {
        let thread = pthread_self()
        state.withLock { state in state.lines.removeAll { $0.thread == thread } }
    }

    /// All lines of the calling thread that are not forgotten.
    func lines() -> [String] {
        let thread = pthread_self()
        return state.withLock { state in state.lines.filter { $0.thread == thread }.map(\.text) }
    }

    /// The first error of the calling thread that is not forgotten. Where parts of libav call each other, it is the cause of
    /// those that follow.
    func firstError() -> String? {
        let thread = pthread_self()
        return state.withLock { state in state.lines.first { $0.thread == thread && $0.isError }?.text }
    }

    /// A number for a new decoder. Its errors are kept under that number.
    func registerDecoder() -> UInt {
        state.withLock { state in
            state.lastDecoder += 1
            return state.lastDecoder
        }
    }

    /// A decoder's errors since the last call for the same decoder.
    func takeErrors(ofDecoder number: UInt) -> [LoggedError] {
        state.withLock { $0.errorsOfDecoders.removeValue(forKey: number) ?? [] }
    }

    /// Forgets the errors of a decoder that is no more: nobody else has its number.
    func forgetErrors(ofDecoder number: UInt) { _ = takeErrors(ofDecoder: number) }
}
