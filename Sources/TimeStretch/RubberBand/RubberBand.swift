internal import CRubberBand

/// Owns one Rubber Band stretcher of its finer engine (R3) in real-time mode. This mode takes a new time ratio at any moment and needs no length
/// beforehand. At a constant ratio it computes the same samples as offline mode (seen in version 3.1.2).
@safe
struct RubberBand: ~Copyable {
    private let state: RubberBandState

    /// - Throws: ``TimeStretchError`` with the code `engine` where the library gives none.
    init(
        sampleRate: Int,
        channelCount: Int,
        channelsTogether: Bool,
        timeRatio: Double
    ) throws(TimeStretchError) {
        // The library would write its warnings to standard error, which belongs to the program.
        rubberband_set_default_debug_level(-1)
        let options = [
            RubberBandOptionProcessRealTime, RubberBandOptionThreadingNever, RubberBandOptionEngineFiner,
            channelsTogether ? RubberBandOptionChannelsTogether : RubberBandOptionChannelsApart,
        ]
        let flags = options.reduce(0) { $0 | RubberBandOptions($1.rawValue) }
        let created = unsafe rubberband_new(UInt32(sampleRate), UInt32(channelCount), flags, timeRatio, 1)
        guard let created = unsafe created else { throw TimeStretchError(.engine, "Rubber Band did not start") }
        unsafe state = created
    }

    deinit { unsafe rubberband_delete(state) }

    /// Half of a frame, in samples.
    var halfWindow: Int { Int(unsafe rubberband_get_preferred_start_pad(state)) }

    /// Forgets all audio; the ratio stays.
    mutating func reset() { unsafe rubberband_reset(state) }

    /// How many samples the next frame waits for.
    var samplesRequired: Int { Int(unsafe rubberband_get_samples_required(state)) }

    /// Target length ÷ source length from the next frame on.
    mutating func setTimeRatio(_ ratio: Double) { unsafe rubberband_set_time_ratio(state, ratio) }

    /// Feeds `count` samples of each channel.
    mutating func process(_ channels: UnsafePointer<UnsafePointer<Float>?>, count: Int) {
        unsafe rubberband_process(state, channels, UInt32(count), 0)
    }

    /// How many samples are ready.
    var available: Int { max(0, Int(unsafe rubberband_available(state))) }

    /// Takes up to `count` samples of each channel.
    mutating func retrieve(_ channels: UnsafePointer<UnsafeMutablePointer<Float>?>, count: Int) -> Int {
        Int(unsafe rubberband_retrieve(state, channels, UInt32(count)))
    }
}
